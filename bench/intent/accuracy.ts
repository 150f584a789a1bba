import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Intent, intents } from '#shared/contract/rows.ts';
import { loadIntents } from '#shared/facts/intent/intent.ts';
import { measureIntent } from '#test/support/intent-accuracy.ts';
import { joined, orcasQueries } from './orcas.ts';
import { labeledQueries } from './training-set.ts';

/**
 * `npm run bench -- intent-accuracy`: how often the intents found from words alone agree
 * with labeled queries that the model was not trained with, each source apart
 * and all of them together. `--orcas FILE` adds the gold file of ORCAS-I as it
 * is downloaded; `--misses` lists what is wrong; `--queries FILE` measures
 * another file of the form of those kept here, alone.
 */
const { values } = parseArgs({
  options: { misses: { type: 'boolean' }, queries: { type: 'string' }, orcas: { type: 'string' } },
});
const print = (line: string) => process.stdout.write(`${line}\n`);
const fixture = async (name: string) =>
  labeledQueries(await readFile(new URL(`../../test/fixtures/intent/${name}`, import.meta.url), 'utf8'));

if (values.queries === undefined) await printAll();
else {
  const queries = labeledQueries(await readFile(values.queries, 'utf8'));
  print(`${queries.length} queries of ${values.queries}`);
  printFigures(await measureIntent(queries));
}

async function printAll() {
  const heldOut = await fixture('held-out-queries.txt');
  const families = new Set(heldOut.map(({ family }) => family));
  print(
    `${heldOut.length} held-out queries in ${families.size} families, written and labeled for this project;`,
  );
  print('no family is in the training set, nor a query of them in another order or number of its words.');
  printFigures(await measureIntent(heldOut));
  const ofShop = await fixture('shop-queries.txt');
  print(`\n${ofShop.length} queries that visitors of a shop typed (WANDS), labeled for this project`);
  printFigures(await measureIntent(ofShop));
  const ofOrcas = values.orcas === undefined ? [] : await printOrcas(await readFile(values.orcas, 'utf8'));
  const together = [...heldOut, ...ofShop, ...ofOrcas];
  print(`\nTogether: ${together.length} queries${ofOrcas.length === 0 ? ', without ORCAS-I' : ''}`);
  printFigures(await measureIntent(together));
}

/** Prints both halves; gives the half that no one read who wrote the lists, for the figures of all sources. */
async function printOrcas(text: string) {
  print('\nORCAS-I gold. Factual and Instrumental are read as informational; commercial is joined');
  print('with transactional, of which only queries labeled Transactional are right. Abstain is left out.');
  const queries = orcasQueries(text);
  const judgedOf = (part: 'development' | 'test') =>
    queries.flatMap(({ query, intent, part: own }) =>
      own === part && intent !== null ? [{ query, intent }] : [],
    );
  for (const part of ['development', 'test'] as const) {
    const judged = judgedOf(part);
    print(`\n${judged.length} queries of the ${part} half`);
    printFigures(await measureIntent(judged, joined));
  }
  const find = await loadIntents();
  const left = queries.filter(({ intent }) => intent === null).map(({ query }) => find(query).intent);
  const counts = intents.map((intent) => `${intent} ${left.filter((given) => given === intent).length}`);
  print(`\nGiven to ${left.length} queries labeled Abstain: ${counts.join(', ')}`);
  return judgedOf('test').map((row) =>
    row.intent === 'transactional' ? { ...row, alsoRight: 'commercial' as const } : row,
  );
}

interface Figures {
  readonly classes: readonly {
    readonly intent: Intent;
    readonly queries: number;
    readonly given: number;
    readonly precision: number;
    readonly recall: number;
    readonly f1: number;
  }[];
  readonly macroF1: number;
  readonly unlabeled: number;
  readonly wrong: readonly {
    readonly query: string;
    readonly labeled: Intent;
    readonly given: Intent | null;
  }[];
}

function printFigures({ classes, macroF1, unlabeled, wrong }: Figures) {
  print(`macro-F1 ${macroF1.toFixed(3)}   without an intent ${(unlabeled * 100).toFixed(1)} %`);
  for (const { intent, queries: count, given, precision, recall, f1 } of classes)
    print(
      `  ${intent.padEnd(14)} ${String(count).padStart(4)} queries, ${String(given).padStart(4)} given  precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}  F1 ${f1.toFixed(3)}`,
    );
  if (values.misses)
    for (const { query, labeled, given } of wrong) print(`  ${query}: ${labeled}, given ${given}`);
}
