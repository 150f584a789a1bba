import { type Intent, intents } from '#shared/contract/rows.ts';
import { loadIntents } from '#shared/facts/intent/intent.ts';
import type { FindIntent } from '#shared/facts/intent/intent-model.ts';

interface Labeled {
  readonly query: string;
  readonly intent: Intent;
  /** Another intent that the label stands for too, where those who labeled know fewer. */
  readonly alsoRight?: Intent;
}

/**
 * How the intents found from words alone agree with queries labeled by hand.
 * Where those who labeled know fewer classes, `readAs` joins what is given.
 */
export async function measureIntent(
  queries: readonly Labeled[],
  readAs: (given: Intent) => Intent = (given) => given,
) {
  const find: FindIntent = await loadIntents();
  const rows = queries.map(({ query, intent, alsoRight }) => {
    const found = find(query).intent;
    const given = found && readAs(found);
    return { query, labeled: intent, given, isRight: given === intent || given === (alsoRight ?? intent) };
  });
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  const classes = intents.map((intent) => {
    const given = rows.filter((row) => row.given === intent);
    const asked = rows.filter((row) => row.labeled === intent);
    const precision = share(given.filter(({ isRight }) => isRight).length, given.length);
    const recall = share(asked.filter(({ isRight }) => isRight).length, asked.length);
    const f1 = share(2 * precision * recall, precision + recall);
    return { intent, queries: asked.length, given: given.length, precision, recall, f1 };
  });
  const labeled = classes.filter(({ queries }) => queries > 0);
  return {
    classes: labeled,
    macroF1: labeled.reduce((sum, { f1 }) => sum + f1, 0) / labeled.length,
    unlabeled: share(rows.filter(({ given }) => given === null).length, rows.length),
    wrong: rows.filter(({ given, isRight }) => given !== null && !isRight),
    open: rows.filter(({ given }) => given === null),
  };
}
