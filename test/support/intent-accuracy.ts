import { intents } from '#shared/contract/rows.ts';
import { classifyIntent } from '#shared/facts/intent/intent.ts';

/** The rules' answers for labeled keywords (`keyword<TAB>intent` lines), without the help of any listing. */
export function measureIntent(labeled: string) {
  const rows = labeled
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [keyword = '', label = ''] = line.split('\t');
      return { keyword, labeled: label, given: classifyIntent(keyword) };
    });
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  const right = rows.filter((row) => row.labeled === row.given);
  const classes = intents.map((intent) => {
    const hits = right.filter((row) => row.labeled === intent).length;
    const keywords = rows.filter((row) => row.labeled === intent).length;
    const given = rows.filter((row) => row.given === intent).length;
    return { intent, keywords, recall: share(hits, keywords), precision: share(hits, given) };
  });
  const misses = rows.filter((row) => row.labeled !== row.given);
  return { accuracy: share(right.length, rows.length), classes, misses };
}
