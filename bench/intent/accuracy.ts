import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { measureIntent } from '#test/support/intent-accuracy.ts';
import { labeledQueries } from './training-set.ts';

/**
 * `npm run intent-accuracy`: how often the intents found from words alone agree
 * with queries labeled by hand that the model was not trained with. `--misses`
 * lists what is wrong; `--queries FILE` measures another file of the same form.
 */
const heldOut = new URL('../../test/fixtures/intent/held-out-queries.txt', import.meta.url);
const { values } = parseArgs({ options: { misses: { type: 'boolean' }, queries: { type: 'string' } } });

const queries = labeledQueries(await readFile(values.queries ?? heldOut, 'utf8'));
const families = new Set(queries.map(({ family }) => family));
const { classes, macroF1, unlabeled, wrong } = await measureIntent(queries);
const print = (line: string) => process.stdout.write(`${line}\n`);
print(
  values.queries === undefined
    ? `${queries.length} held-out queries in ${families.size} families, written and labeled by hand for this project; none, nor another order or number of its words, is in the training set, and no family is.`
    : `${queries.length} queries of ${values.queries}`,
);
print(`macro-F1 ${macroF1.toFixed(3)}   without an intent ${(unlabeled * 100).toFixed(1)} %`);
for (const { intent, queries: count, precision, recall, f1 } of classes)
  print(
    `  ${intent.padEnd(14)} ${String(count).padStart(4)} queries  precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}  F1 ${f1.toFixed(3)}`,
  );
if (values.misses)
  for (const { query, labeled, given } of wrong) print(`  ${query}: ${labeled}, given ${given}`);
