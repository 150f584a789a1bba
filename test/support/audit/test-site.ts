import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  createGuardedFetcher,
  type FetchLimits,
  type GuardedFetcher,
} from '#shared/site-audit/fetch/guarded-fetcher.ts';
import type { ResolveMap } from '#shared/site-audit/fetch/pinned-connector.ts';
import { listenOnLoopback } from '#test/support/listen.ts';

/** What a test site serves at a path: HTML, or a whole answer. */
export type Answer =
  | string
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string | readonly string[]>>;
      readonly body?: string | Uint8Array;
    };

export type SiteAnswers =
  | Readonly<Record<string, Answer>>
  | ((path: string, request: IncomingMessage, response: ServerResponse) => Answer | undefined);

export interface TestSite {
  readonly fetcher: GuardedFetcher;
  readonly port: number;
  /** Host and path of every request, in order. */
  readonly requests: string[];
  stop(): Promise<void>;
}

/** So that nothing of a sound site is left out because the machine was busy. */
export const patient = { headersMs: 120_000, wholeMs: 120_000 };

/** Serves sites of reserved names on loopback, with a fetcher that finds them there. */
export async function startTestSite(
  hosts: Readonly<Record<string, SiteAnswers>>,
  limits: Partial<FetchLimits> = patient,
): Promise<TestSite> {
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    const host = request.headers.host ?? '';
    const path = request.url ?? '/';
    requests.push(`${request.method === 'HEAD' ? 'HEAD ' : ''}${host}${path}`);
    const answers = hosts[host];
    const answer = typeof answers === 'function' ? answers(path, request, response) : answers?.[path];
    if (typeof answers === 'function' && answer === undefined) return;
    send(response, answer ?? { status: 404, body: '<h1>Nothing here</h1>' });
  });
  const port = await listenOnLoopback(server);
  const target = { address: '127.0.0.1', port };
  const resolve: ResolveMap = new Map(Object.keys(hosts).map((host) => [`${host}:80`, target]));
  const fetcher = createGuardedFetcher({
    userAgent: 'OrielBot/1.0 (+http://localhost/docs)',
    resolve,
    limits,
  });
  return {
    fetcher,
    port,
    requests,
    async stop() {
      await fetcher.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(response: ServerResponse, answer: Answer): void {
  const { status = 200, headers = {}, body = '' } = typeof answer === 'string' ? { body: answer } : answer;
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers } as Record<
    string,
    string
  >);
  response.end(body);
}
