import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryOrigin } from '#functions/reference/pages.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { toolPath } from '#shared/contract/tool.ts';
import { openOperations } from './admin/open-operations.ts';
import { startOneMachine } from './one-machine.ts';
import { readSettings } from './settings.ts';

/** Rows of each list that an example shows. */
const shownRows = 2;

export type ExampleAnswers = Readonly<Record<string, unknown>>;

/**
 * What each tool answers to its own example on a fresh machine: the real
 * service on a folder of its own, its lists cut and everything that differs
 * from run to run replaced, so that the same contracts give the same text.
 */
export async function recordExampleAnswers(): Promise<ExampleAnswers> {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-examples-'));
  const startedAt = new Date().toISOString();
  const env = { PORT: '0', DATA_DIR: folder };
  const machine = await startOneMachine(readSettings(env), { step: () => {}, line: () => {} });
  try {
    const { operator } = await openOperations(undefined, env);
    const { base_url, account_id, api_key } = machine.ready;
    await operator.setFeature(account_id, 'backlinks', true);
    const run: Run = { startedAt, origin: base_url };
    const answers: Record<string, unknown> = {};
    for (const tool of toolCatalog) {
      const response = await fetch(`${base_url}${toolPath(tool)}`, {
        method: 'POST',
        headers: { 'x-api-key': api_key, 'content-type': 'application/json' },
        body: JSON.stringify(tool.example),
      });
      if (!response.ok) throw new Error(`The example of ${tool.name} answers ${response.status}.`);
      answers[tool.name] = settle(await response.json(), run);
    }
    return answers;
  } finally {
    await machine.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const stableNames: Readonly<Record<string, unknown>> = {
  request_id: 'req_01kbhs3x9mq6d8v0a2c4e6g8j0',
  balance_after: 997,
  expires_at: '2026-11-27T12:00:00.000Z',
};

const stableTime = '2026-11-20T12:00:00.000Z';

/** What differs from run to run: when it began, and on which port its service listens. */
interface Run {
  readonly startedAt: string;
  readonly origin: string;
}

/** Cuts lists and replaces what no two runs share. */
function settle(value: unknown, run: Run): unknown {
  if (Array.isArray(value)) return value.slice(0, shownRows).map((row) => settle(row, run));
  if (typeof value === 'string') return settleText(value, run);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name in stableNames ? stableNames[name] : settle(member, run),
    ]),
  );
}

/** Times and days of the sample market are older than this run and always the same; those of now and of later are not. */
function settleText(text: string, { startedAt, origin }: Run): string {
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/u.test(text) && text >= startedAt) return stableTime;
  const today = startedAt.slice(0, 10);
  const shift = Date.parse(stableTime.slice(0, 10)) - Date.parse(today);
  return text
    .replaceAll(origin, repositoryOrigin)
    .replaceAll(/\b\d{4}-\d{2}-\d{2}(?!T)\b/gu, (day) =>
      day < today ? day : new Date(Date.parse(day) + shift).toISOString().slice(0, 10),
    )
    .replaceAll(/\b(?<kind>ds|aud|crl|chg)_[0-9a-z]{26}/gu, '$<kind>_01kbhs3x9mq6d8v0a2c4e6g8j0');
}
