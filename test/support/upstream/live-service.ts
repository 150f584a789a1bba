import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import {
  type Answer,
  type Caller,
  type RunningService,
  startService,
} from '#test/support/service/running-service.ts';
import { startUpstream, type UpstreamServer } from './server.ts';
import type { ToolRequest } from './tool-requests.ts';

export interface LiveService {
  readonly service: RunningService;
  readonly upstream: UpstreamServer;
  /** Forgets requests in flight, rates and an open breaker: else the failures of one call would close the way for the next. */
  resetGate(): Promise<void>;
  /** A call, and what its usage record says about it. */
  call(caller: Caller, request: ToolRequest): Promise<RecordedCall>;
  /** Stops everything; tells whether every credit was accounted for. */
  stop(): Promise<boolean>;
}

export interface RecordedCall {
  readonly answer: Answer;
  readonly record: Readonly<Record<string, unknown>>;
}

/** The whole service with the test server for its provider. */
export async function startLiveService(env: NodeJS.ProcessEnv = {}): Promise<LiveService> {
  const upstream = await startUpstream();
  const service = await startService({
    UPSTREAM_BASE_URL: upstream.baseUrl,
    DATAFORSEO_LOGIN: upstream.login,
    DATAFORSEO_PASSWORD: upstream.password,
    ...env,
  });
  const { documents, tables } = service.database;
  return {
    service,
    upstream,
    async resetGate() {
      const Key = { pk: 'upstream#dataforseo', sk: 'gate' };
      await documents.send(new DeleteCommand({ TableName: tables.facts, Key }));
    },
    async call(caller, { tool, body }) {
      const answer = await caller.post(`/v1/tools/${tool}`, body);
      const records = (await caller.get('/v1/me/usage')).body as { readonly request_id: string }[];
      const ownId = answer.headers.get('x-request-id');
      return { answer, record: records.find(({ request_id }) => request_id === ownId) ?? {} };
    },
    async stop() {
      const { proven } = await service.operations.reconcile(undefined);
      await service.stop();
      await upstream.stop();
      return proven;
    },
  };
}

export const usd = (microUsd: number): number => microUsd / 1e6;
