import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import * as v from 'valibot';
import type { DataFolder } from '#local/data/data-folder.ts';
import type { OpenList } from '#shared/facts/web-graph/open-lists.ts';
import { keep } from './made-list.ts';

const graphTerms =
  'Common Crawl web graph: the Common Crawl Terms of Use, https://commoncrawl.org/terms-of-use. Answers name the source.';
/** Under which terms each kind of list may be used; docs/open-data.md tells more. */
const terms = {
  ranks: graphTerms,
  links: graphTerms,
  graph: graphTerms,
  crux: 'Chrome UX Report: Google, CC BY 4.0. Anybody who passes answers on names the source.',
  majestic:
    'Majestic Million: Majestic, a Creative Commons license with attribution; read it at https://majestic.com/reports/majestic-million.',
} as const satisfies Record<OpenList['kind'], string>;

const file = 'open-data-terms.json';
const accepted = v.record(v.string(), v.string());

/**
 * Has the operator accept the terms of each kind of list once for a data
 * folder: by the flag, or on a terminal by an answer. Throws where neither is given.
 */
export async function acceptTerms(
  folder: DataFolder,
  kinds: readonly OpenList['kind'][],
  isAccepted: boolean,
): Promise<void> {
  const known = (await folder.read(file, accepted)) ?? {};
  const open = [...new Set(kinds)].filter((kind) => known[kind] === undefined);
  if (open.length === 0) return;
  const text = [...new Set(open.map((kind) => `  ${terms[kind]}\n`))].join('');
  process.stderr.write(`Terms of what is loaded:\n${text}`);
  if (!isAccepted && !(await isAnsweredYes()))
    throw new Error('Nothing was loaded: accept these terms with --accept-terms. They are asked for once.');
  const now = new Date().toISOString();
  await keep(join(folder.path, file), { ...known, ...Object.fromEntries(open.map((kind) => [kind, now])) });
}

async function isAnsweredYes(): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question('Do you accept them? [y/N] ');
  terminal.close();
  return /^y(?:es)?$/iu.test(answer.trim());
}
