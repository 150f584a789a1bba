import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerBacklinks } from './backlinks.ts';
import { type FaultName, faultyTask } from './faults.ts';
import { answerLabs } from './labs.ts';
import { answerListing } from './serp.ts';
import { envelope, ok, refusal, refused, type TaskAnswer } from './wire.ts';

export interface SeenRequest {
  /** Such as `ranked_keywords` or `organic`. */
  readonly endpoint: string;
  readonly path: string;
  readonly task: Readonly<Record<string, unknown>> | undefined;
  readonly fault: FaultName | undefined;
}

interface UpstreamOptions {
  readonly login?: string;
  readonly password?: string;
  readonly port?: number;
  /** What goes wrong with a request, decided for each; `number` counts from 1. */
  readonly fault?: (
    request: Pick<SeenRequest, 'endpoint' | 'path' | 'task'>,
    number: number,
  ) => FaultName | undefined;
  /** What the answer to a request waits for. */
  readonly heldUntil?: (
    request: Pick<SeenRequest, 'endpoint' | 'path' | 'task'>,
  ) => Promise<void> | undefined;
  /** How long answers take, and how long a slow one holds its request. */
  readonly latencyMs?: number;
  readonly slowMs?: number;
}

export interface UpstreamServer {
  readonly baseUrl: string;
  readonly login: string;
  readonly password: string;
  readonly requests: SeenRequest[];
  /** What complete answers said they cost: what a client can know that it was charged. */
  readonly statedMicroUsd: number;
  /** Charged for work whose answer never arrived. */
  readonly lostMicroUsd: number;
  readonly mostAtOnce: number;
  /** Replaces the plan of faults. */
  fail(fault: UpstreamOptions['fault']): void;
  forget(): void;
  stop(): Promise<void>;
}

interface State {
  options: UpstreamOptions;
  requests: SeenRequest[];
  stated: number;
  lost: number;
  atOnce: number;
  mostAtOnce: number;
}

const mostAtOnce = 30;

/** Starts a server that speaks the provider's wire, on loopback. */
export async function startUpstream(options: UpstreamOptions = {}): Promise<UpstreamServer> {
  const state: State = { options, requests: [], stated: 0, lost: 0, atOnce: 0, mostAtOnce: 0 };
  const login = options.login ?? 'tester';
  const password = options.password ?? 'test-password';
  const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
  // No request may meet a connection that is just being closed: on a busy machine it would count as lost.
  const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    state.atOnce += 1;
    state.mostAtOnce = Math.max(state.mostAtOnce, state.atOnce);
    void answer(state, request, response, authorization).finally(() => {
      state.atOnce -= 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    login,
    password,
    requests: state.requests,
    get statedMicroUsd() {
      return state.stated;
    },
    get lostMicroUsd() {
      return state.lost;
    },
    get mostAtOnce() {
      return state.mostAtOnce;
    },
    fail(fault) {
      state.options = fault ? { ...state.options, fault } : withoutFault(state.options);
    },
    forget() {
      state.requests.length = 0;
      state.stated = 0;
      state.lost = 0;
      state.mostAtOnce = 0;
    },
    async stop() {
      // In this order: else a connection that comes in between stays open, and its server with it.
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function withoutFault({ fault: _, ...rest }: UpstreamOptions): UpstreamOptions {
  return rest;
}

async function answer(
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
  authorization: string,
): Promise<void> {
  const body = await readBody(request);
  const path = request.url ?? '/';
  if (request.headers.authorization !== authorization)
    return send(
      response,
      401,
      JSON.stringify(refusal(40_100, 'You are not authorized to access this resource.')),
    );
  const tasks = request.method === 'POST' ? (JSON.parse(body) as Record<string, unknown>[]) : [];
  const task = tasks[0];
  const endpoint = endpointOf(path);
  const fault = state.options.fault?.({ endpoint, path, task }, state.requests.length + 1);
  state.requests.push({ endpoint, path, task, fault });
  await sleep(state.options.latencyMs ?? 0);
  await state.options.heldUntil?.({ endpoint, path, task });
  const honest =
    tasks.length > 1 ? refused(40_000, 'You can set only one task at a time.') : answerTask(path, task);
  await reply(state, response, { path, task, fault, honest });
}

interface Work {
  readonly path: string;
  readonly task: Readonly<Record<string, unknown>> | undefined;
  readonly fault: FaultName | undefined;
  readonly honest: TaskAnswer;
}

async function reply(
  state: State,
  response: ServerResponse,
  { path, task, fault, honest }: Work,
): Promise<void> {
  const refused = fault && httpRefusal(fault);
  if (refused) return send(response, refused.status, refused.text);
  const given = (state.atOnce > mostAtOnce ? overloaded : fault && faultyTask(fault, honest)) ?? honest;
  const answers = fault === 'partial_failure' ? [given, honest] : [given];
  const text = JSON.stringify(envelope(path, task, answers));
  const isWhole = await deliver(state, response, fault, text);
  if (isWhole) state.stated += answers.reduce((sum, { costMicroUsd }) => sum + costMicroUsd, 0);
  else state.lost += honest.costMicroUsd;
}

const overloaded = refused(40_209, 'Too many simultaneous queries.');

/** Refusals before any task is looked at: they cost nothing. */
function httpRefusal(fault: FaultName): { readonly status: number; readonly text: string } | undefined {
  switch (fault) {
    case 'http_401':
      return { status: 401, text: JSON.stringify(refusal(40_100, 'You are not authorized.')) };
    case 'http_402':
      return { status: 402, text: JSON.stringify(refusal(40_200, 'Payment Required.')) };
    case 'http_429':
      return { status: 429, text: 'Too Many Requests' };
    case 'http_502_page':
      return { status: 502, text: '<html><body>Bad Gateway</body></html>' };
    case 'no_tasks':
      return { status: 200, text: JSON.stringify(refusal(20_000, 'Ok.')) };
    default:
      return undefined;
  }
}

/** Sends the answer in the fault's way; tells whether a client can have read all of it, its cost included. */
async function deliver(
  state: State,
  response: ServerResponse,
  fault: FaultName | undefined,
  text: string,
): Promise<boolean> {
  switch (fault) {
    case 'not_json':
      send(response, 200, text.slice(0, text.length / 2));
      return false;
    case 'huge':
      response.setHeader('content-length', Buffer.byteLength(text));
      send(response, 200, text);
      return false;
    case 'huge_unsaid':
      send(response, 200, text);
      return false;
    case 'reset':
      response.socket?.resetAndDestroy();
      return false;
    case 'drip':
      return drip(response, text);
    case 'slow':
      await sleep(state.options.slowMs ?? 60_000, undefined, { ref: false });
      break;
    default:
  }
  if (response.destroyed) return false;
  send(response, 200, text);
  return true;
}

function answerTask(path: string, task: Readonly<Record<string, unknown>> | undefined): TaskAnswer {
  const [, , api, ...rest] = path.split('/');
  if (!task) return answerGet(path);
  if (api === 'dataforseo_labs') return answerLabs(rest[1] ?? '', task);
  if (api === 'backlinks') return answerBacklinks(rest[0] ?? '', task);
  if (path === '/v3/serp/google/organic/live/advanced') return answerListing(task, Date.now());
  return refused(40_400, 'Not Found.');
}

function answerGet(path: string): TaskAnswer {
  if (path === '/v3/serp/google/locations/us') return { ...ok(undefined, 0), result: places };
  if (path !== '/v3/appendix/user_data') return refused(40_400, 'Not Found.');
  const account = {
    login: 'tester',
    timezone: 'UTC',
    rates: { limits: { day: null, minute: { total: 2_000 } }, statistics: null },
    money: { total: 150, balance: 93.417218, limits: null, statistics: null },
    price: {
      dataforseo_labs: {
        ranked_keywords: { live: { priority_normal: [{ cost_type: 'per_request', cost: 0.012 }] } },
      },
      backlinks: null,
    },
    backlinks_subscription_expiry_date: null,
  };
  return ok(account, 0);
}

const places = [
  'United States',
  'Texas,United States',
  'Austin,Texas,United States',
  'Boston,Texas,United States',
].map((location_name, at) => ({
  location_code: at === 0 ? 2840 : 1_026_200 + at,
  location_name,
  location_code_parent: at === 0 ? null : 2840,
  country_iso_code: 'US',
  location_type: 'City',
}));

/** `ranked_keywords` of `/v3/dataforseo_labs/google/ranked_keywords/live`. */
function endpointOf(path: string): string {
  const parts = path.split('/').filter((part) => !['', 'v3', 'live', 'advanced', 'google'].includes(part));
  return parts.at(-1) ?? '';
}

/** One byte at a time, so slowly that no deadline is kept. Tells whether the client waited for all of it. */
async function drip(response: ServerResponse, text: string): Promise<boolean> {
  response.writeHead(200, { 'content-type': 'application/json' });
  for (const character of text) {
    if (response.destroyed) return false;
    response.write(character);
    await sleep(25, undefined, { ref: false });
  }
  response.end();
  return true;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(text);
}
