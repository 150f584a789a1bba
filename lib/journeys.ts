import * as v from 'valibot';
import type { Probe } from '#functions/maintenance/canary/probes.ts';

/** Who makes the calls. What they cost is said by `creditsOfJourneys`. */
interface Caller {
  readonly apiKey: string;
  /** A keyword that the stage surely knows. */
  readonly keyword: string;
}

/** An account that signs in with a code of the operator. */
interface Reviewer {
  readonly email: string;
  readonly code: string;
}

/** One list of keywords, and one keyword over MCP. Repeated within the hour or two minutes they are replays. */
export const creditsOfJourneys = 5;

const answerMs = 30_000;
const hourMs = 3_600_000;

/** What a visitor walks through without a credential: the reference, and the files that the dashboard's page names. */
export function visitorJourneys(baseUrl: string): readonly Probe[] {
  return [
    { signal: 'docs', run: () => readDocs(baseUrl) },
    { signal: 'dashboard_files', run: () => loadDashboard(baseUrl) },
    { signal: 'agent_metadata', run: () => readMetadata(baseUrl) },
  ];
}

/** What a developer and an agent do with a key: a mistake that is free, a list with its dataset, a tool over MCP. */
export function callerJourneys(baseUrl: string, caller: Caller): readonly Probe[] {
  return [
    { signal: 'free_mistake', run: () => makeMistake(baseUrl, caller) },
    { signal: 'dataset', run: () => exportDataset(baseUrl, caller) },
    { signal: 'agent', run: () => callOverMcp(baseUrl, caller) },
  ];
}

export function reviewerJourney(baseUrl: string, reviewer: Reviewer): Probe {
  return { signal: 'reviewer_sign_in', run: () => signInAndOut(baseUrl, reviewer) };
}

async function ask(
  baseUrl: string,
  path: string,
  init: RequestInit & { readonly wanted?: number } = {},
): Promise<Response> {
  const { wanted = 200, ...request } = init;
  const response = await fetch(`${baseUrl}${path}`, { ...request, signal: AbortSignal.timeout(answerMs) });
  if (response.status === wanted) return response;
  await response.body?.cancel();
  throw new Error(`${path} answered ${response.status}, expected ${wanted}`);
}

async function readDocs(baseUrl: string): Promise<void> {
  for (const path of ['/docs', '/docs/errors', '/llms.txt']) {
    const text = await (await ask(baseUrl, path)).text();
    if (text.length < 500) throw new Error(`${path} is nearly empty`);
  }
}

/** The page is small and names its program; a page of an older deployment would name one that is gone. */
async function loadDashboard(baseUrl: string): Promise<void> {
  const page = await (await ask(baseUrl, '/')).text();
  const [, script] = /<script[^>]+src="([^"]+\.js)"/u.exec(page) ?? [];
  if (script === undefined) throw new Error('The page of the dashboard names no program');
  const { pathname } = new URL(script, `${baseUrl}/`);
  const response = await ask(baseUrl, pathname);
  await response.body?.cancel();
  if (!/javascript/u.test(response.headers.get('content-type') ?? ''))
    throw new Error(`${pathname} is no program`);
}

async function readMetadata(baseUrl: string): Promise<void> {
  const path = '/.well-known/oauth-authorization-server';
  const metadata: unknown = await (await ask(baseUrl, path)).json();
  const { issuer } = v.parse(v.object({ issuer: v.string() }), metadata);
  if (issuer !== baseUrl) throw new Error(`Agents are sent to ${issuer} and not to ${baseUrl}`);
}

function withKey({ apiKey }: Caller, body: object, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

async function makeMistake(baseUrl: string, caller: Caller): Promise<void> {
  const path = '/v1/tools/inspect_keyword';
  const response = await ask(baseUrl, path, { ...withKey(caller, { keyword: '' }), wanted: 422 });
  const problem = v.object({ code: v.literal('validation_error'), credits_charged: v.literal(0) });
  if (!v.is(problem, await response.json()))
    throw new Error(`${path} did not refuse an empty keyword for nothing`);
  if (!response.headers.get('content-type')?.startsWith('application/problem+json'))
    throw new Error(`${path} refused without application/problem+json`);
}

const listAnswer = v.object({
  resources: v.pipe(v.array(v.object({ uri: v.string(), rows: v.number() })), v.minLength(1)),
});
const exportAnswer = v.object({
  data: v.object({ items: v.pipe(v.array(v.unknown()), v.minLength(1)) }),
  usage: v.object({ credits_charged: v.literal(0) }),
});

async function exportDataset(baseUrl: string, caller: Caller): Promise<void> {
  const hour = Math.floor(Date.now() / hourMs);
  const asked = withKey(caller, { seed: caller.keyword, limit: 1 }, { 'idempotency-key': `verify-${hour}` });
  const list = v.safeParse(
    listAnswer,
    await (await ask(baseUrl, '/v1/tools/research_keywords', asked)).json(),
  );
  if (!list.success) throw new Error('research_keywords named no dataset. Does the stage know the keyword?');
  const [resource] = list.output.resources;
  const path = '/v1/tools/export_dataset';
  const whole: unknown = await (await ask(baseUrl, path, withKey(caller, { uri: resource?.uri }))).json();
  if (!v.is(exportAnswer, whole)) throw new Error('The dataset of the answer has no rows, or was not free');
}

const tools = v.object({ result: v.object({ tools: v.pipe(v.array(v.unknown()), v.minLength(1)) }) });
const called = v.object({
  result: v.object({
    isError: v.optional(v.literal(false)),
    structuredContent: v.looseObject({ facts: v.pipe(v.array(v.unknown()), v.minLength(1)) }),
  }),
});

async function callOverMcp(baseUrl: string, caller: Caller): Promise<void> {
  const send = (method: string, params: object) =>
    ask(
      baseUrl,
      '/mcp',
      withKey(
        caller,
        { jsonrpc: '2.0', id: 1, method, params },
        { accept: 'application/json, text/event-stream' },
      ),
    ).then(lastMessage);
  const client = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'verify', version: '1' },
  };
  const steps = [
    ['initialize', client, v.object({ result: v.object({ protocolVersion: v.string() }) })],
    ['tools/list', {}, tools],
    ['tools/call', { name: 'inspect_keyword', arguments: { keyword: caller.keyword } }, called],
  ] as const;
  for (const [method, params, expected] of steps)
    if (!v.is(expected, await send(method, params)))
      throw new Error(`${method} over MCP did not answer as it should`);
}

/** The answer, which comes as JSON or as the last event of a stream. */
async function lastMessage(response: Response): Promise<unknown> {
  const text = await response.text();
  const events = text.split('\n').filter((line) => line.startsWith('data:'));
  return JSON.parse(events.at(-1)?.slice('data:'.length) ?? text);
}

async function signInAndOut(baseUrl: string, { email, code }: Reviewer): Promise<void> {
  const send = (path: string, body: object, cookie = '') =>
    ask(baseUrl, `/session/${path}`, {
      method: 'POST',
      headers: { origin: baseUrl, 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  const { sign_in_id } = v.parse(
    v.object({ sign_in_id: v.string() }),
    await (await send('code', { email })).json(),
  );
  const verified = await send('verify', { sign_in_id, code });
  await verified.body?.cancel();
  const cookie = verified.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { signed_in } = v.parse(
    v.object({ signed_in: v.boolean() }),
    await (await send('token', {}, cookie)).json(),
  );
  if (!signed_in) throw new Error('The code was accepted, but no session began');
  await (await send('sign-out', {}, cookie)).body?.cancel();
}
