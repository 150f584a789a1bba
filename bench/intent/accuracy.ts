import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Intent, intents } from '#shared/contract/rows.ts';
import { loadIntents } from '#shared/facts/intent/intent.ts';
import { measureIntent } from '#test/support/intent-accuracy.ts';
import { joined, orcasQueries } from './orcas.ts';
import { labeledQueries } from './training-set.ts';

/**
 * `npm run intent-accuracy`: how often the intents found from words alone agree
 * with queries labeled by hand that the model was not trained with. `--misses`
 * lists what is wrong; `--queries FILE` measures another file of the same form;
 * `--orcas FILE` measures the gold file of ORCAS-I as it is downloaded.
 */
const heldOut = new URL('../../test/fixtures/intent/held-out-queries.txt', import.meta.url);
const { values } = parseArgs({
  options: { misses: { type: 'boolean' }, queries: { type: 'string' }, orcas: { type: 'string' } },
});
const print = (line: string) => process.stdout.write(`${line}\n`);

if (values.orcas === undefined) await printLabeled();
else await printOrcas(await readFile(values.orcas, 'utf8'));

async function printLabeled() {
  const queries = labeledQueries(await readFile(values.queries ?? heldOut, 'utf8'));
  const families = new Set(queries.map(({ family }) => family));
  print(
    values.queries === undefined
      ? `${queries.length} held-out queries in ${families.size} families, written and labeled by hand for this project; none, nor another order or number of its words, is in the training set, and no family is.`
      : `${queries.length} queries of ${values.queries}`,
  );
  printFigures(await measureIntent(queries));
}

async function printOrcas(text: string) {
  print('ORCAS-I gold. Factual and Instrumental are read as informational; commercial is joined');
  print('with transactional, of which only queries labeled Transactional are right. Abstain is left out.');
  const queries = orcasQueries(text);
  for (const part of ['development', 'test']) {
    const judged = queries.flatMap(({ query, intent, part: own }) =>
      own === part && intent !== null ? [{ query, intent }] : [],
    );
    print(`\n${judged.length} queries of the ${part} half`);
    printFigures(await measureIntent(judged, joined));
  }
  const find = await loadIntents();
  const left = queries.filter(({ intent }) => intent === null).map(({ query }) => find(query).intent);
  const counts = intents.map((intent) => `${intent} ${left.filter((given) => given === intent).length}`);
  print(`\nGiven to ${left.length} queries labeled Abstain: ${counts.join(', ')}`);
}

interface Figures {
  readonly classes: readonly {
    readonly intent: Intent;
    readonly queries: number;
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
  for (const { intent, queries: count, precision, recall, f1 } of classes)
    print(
      `  ${intent.padEnd(14)} ${String(count).padStart(4)} queries  precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}  F1 ${f1.toFixed(3)}`,
    );
  if (values.misses)
    for (const { query, labeled, given } of wrong) print(`  ${query}: ${labeled}, given ${given}`);
}
