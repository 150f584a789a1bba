import { type Intent, intents } from '#shared/contract/rows.ts';
import { type FindIntent, loadIntents } from '#shared/facts/intent/intent.ts';

interface Labeled {
  readonly query: string;
  readonly intent: Intent;
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
  const rows = queries.map(({ query, intent }) => {
    const given = find(query).intent;
    return { query, labeled: intent, given: given && readAs(given) };
  });
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  const classes = intents.map((intent) => {
    const hits = rows.filter((row) => row.labeled === intent && row.given === intent).length;
    const queries = rows.filter((row) => row.labeled === intent).length;
    const precision = share(hits, rows.filter((row) => row.given === intent).length);
    const recall = share(hits, queries);
    return { intent, queries, precision, recall, f1: share(2 * precision * recall, precision + recall) };
  });
  const labeled = classes.filter(({ queries }) => queries > 0);
  return {
    classes: labeled,
    macroF1: labeled.reduce((sum, { f1 }) => sum + f1, 0) / labeled.length,
    unlabeled: share(rows.filter(({ given }) => given === null).length, rows.length),
    wrong: rows.filter(({ labeled, given }) => given !== null && given !== labeled),
    open: rows.filter(({ given }) => given === null),
  };
}
