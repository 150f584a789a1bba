import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Exchange } from '#functions/reference/exchanges-page.ts';
import { repositoryOrigin } from '#functions/reference/pages.ts';
import { openOperations } from './admin/open-operations.ts';
import { startOneMachine } from './one-machine.ts';
import { readSettings } from './settings.ts';

interface Asked {
  readonly title: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly repeating: string;
}

const tool = '/v1/tools/inspect_keyword';
const question = { keyword: 'hiking boots' };
const key = { 'idempotency-key': '6f3c2f6e-0c1d-4c5e-9d0a-0d7a7c1b2a11' };
const otherKey = { 'idempotency-key': '0b0d5c9e-7a52-4d0e-8a0b-4f6f2a9f3c22' };

const never = 'No. Nothing was charged, and a repetition that fails charges nothing either.';
const keyed = 'No, with the same Idempotency-Key within 24 hours: the first answer comes again.';
const unkeyed = 'Yes. Without an Idempotency-Key each answer is a call of its own.';
const mcpRepeat = 'No, within 120 seconds: over MCP the same question is the same call.';
const isFree = 'No. The call is free.';

/** Over REST with a live key, in this order. */
const liveCalls: readonly Asked[] = [
  { title: 'An answer', path: tool, body: question, repeating: unkeyed },
  { title: 'An answer under an Idempotency-Key', path: tool, headers: key, body: question, repeating: keyed },
  { title: 'The same once more', path: tool, headers: key, body: question, repeating: keyed },
  {
    title: 'Another request under the same key',
    path: tool,
    headers: key,
    body: { keyword: 'rain jacket' },
    repeating: never,
  },
  { title: 'A field that is wrong', path: tool, body: { keyword: '' }, repeating: never },
  {
    title: 'The first call of a run with a budget',
    path: tool,
    headers: { 'x-run-id': 'job-7', 'x-run-budget': '3' },
    body: question,
    repeating: unkeyed,
  },
  {
    title: 'A call that the budget of the run does not cover',
    path: tool,
    headers: { 'x-run-id': 'job-7' },
    body: question,
    repeating: never,
  },
  { title: 'A page of the usage log', path: '/v1/me/usage?limit=1', repeating: isFree },
];

/** Over REST with a test key: what cannot be had on demand otherwise. */
const playedCalls: readonly Asked[] = [
  ...['answer_lost', 'cut_stream'].flatMap((fault, index): Asked[] => {
    const headers = { ...(index === 0 ? key : otherKey), 'x-test-fault': fault };
    const title = index === 0 ? 'A lost answer' : 'A cut answer';
    return [
      { title, path: tool, headers, body: question, repeating: keyed },
      { title: `${title}, asked for again`, path: tool, headers, body: question, repeating: keyed },
    ];
  }),
  ...['insufficient_credits', 'rate_limited', 'upstream_unavailable'].map((fault) => ({
    title: `\`${fault}\``,
    path: tool,
    headers: { 'x-test-fault': fault },
    body: question,
    repeating: never,
  })),
];

const clientInfo = { name: 'example', version: '1.0.0' };
const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Over MCP with a live key, in both revisions. */
const agentCalls: readonly Asked[] = ['2026-07-28', '2025-11-25'].flatMap((revision) => {
  const isModern = revision === '2026-07-28';
  const ask = (keyword: string) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'inspect_keyword',
      arguments: { keyword },
      ...(isModern && { _meta: modern }),
    },
  });
  const headers = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': revision,
    ...(isModern && { 'mcp-method': 'tools/call', 'mcp-name': 'inspect_keyword' }),
  };
  const about = isModern ? 'trail running shoes' : 'rain jacket';
  return [
    { title: `An answer, ${revision}`, path: '/mcp', headers, body: ask(about), repeating: mcpRepeat },
    {
      title: `The same once more, ${revision}`,
      path: '/mcp',
      headers,
      body: ask(about),
      repeating: mcpRepeat,
    },
    { title: `A refusal, ${revision}`, path: '/mcp', headers, body: ask(''), repeating: never },
  ];
});

type Exchanges = Readonly<Record<'live' | 'played' | 'agents', readonly Exchange[]>>;

/** Asks a fresh service on a folder of its own, and writes down what was said. */
export async function recordExchanges(): Promise<Exchanges> {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-exchanges-'));
  const env = { PORT: '0', DATA_DIR: folder };
  const machine = await startOneMachine(readSettings(env), { step: () => {}, line: () => {} });
  try {
    const { operator } = await openOperations(undefined, env);
    const { base_url: baseUrl, account_id: accountId, api_key: liveKey } = machine.ready;
    const made = await operator.createKey({ accountId, name: 'CI', isTest: true });
    const record = async (calls: readonly Asked[], secret: string) => {
      const exchanges: Exchange[] = [];
      for (const asked of calls) exchanges.push(await exchange(baseUrl, secret, asked));
      return exchanges;
    };
    return {
      live: await record(liveCalls, liveKey),
      played: await record(playedCalls, made.key),
      agents: await record(agentCalls, liveKey),
    };
  } finally {
    await machine.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function exchange(baseUrl: string, secret: string, asked: Asked): Promise<Exchange> {
  const { title, path, headers: sent = {}, body, repeating } = asked;
  const method = body === undefined ? 'GET' : 'POST';
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${secret}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...sent,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (text.includes('"upstream_timeout"'))
    throw new Error(`This machine is too busy to record "${title}" as it is. Try again when it is quieter.`);
  const received = toldHeaders.flatMap((name): [string, string][] => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, settleText(value, baseUrl)]];
  });
  return {
    title,
    request: `${method} ${path}`,
    sent,
    ...(body !== undefined && { body }),
    status: response.status,
    received: Object.fromEntries(received),
    answer: settled(text, baseUrl),
    repeating,
  };
}

/** Headers that a client acts on. */
const toldHeaders = [
  'content-type',
  'x-credits-charged',
  'x-credits-balance',
  'idempotency-replayed',
  'retry-after',
  'www-authenticate',
  'allow',
  'x-ratelimit-limit',
  'link',
];

const shownCharacters = 120;

function settled(text: string, baseUrl: string): unknown {
  const message = /^data: (?<json>\{.*\})$/mu.exec(text)?.groups?.json ?? text;
  try {
    return settle(JSON.parse(message), baseUrl);
  } catch {
    return text === '' ? '' : `${settleText(text.slice(0, shownCharacters), baseUrl)} …`;
  }
}

/** Of an answer what tells of the call: the facts themselves stand in the reference. */
function settle(value: unknown, baseUrl: string): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map((entry) => settle(entry, baseUrl));
  if (typeof value === 'string') return settleText(value, baseUrl);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !leftOut.has(name))
      .map(([name, member]) => [name, /_ms$|_bytes$/u.test(name) ? 0 : settle(member, baseUrl)]),
  );
}

const leftOut = new Set([
  'facts',
  'entities',
  'deltas',
  'coverage',
  'next_actions',
  'warnings',
  'trend',
  'serp_top',
  'content',
]);

function settleText(text: string, baseUrl: string): string {
  return text
    .replaceAll(baseUrl, repositoryOrigin)
    .replaceAll(/\b(?<kind>req|use|acct|cred|ds)_[0-9a-z]{26}\b/gu, '$<kind>_01kbhs3x9mq6d8v0a2c4e6g8j0')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/gu, '2026-11-20T12:00:00.000Z')
    .replaceAll(/cursor=[\w.%-]+/gu, 'cursor=…');
}
