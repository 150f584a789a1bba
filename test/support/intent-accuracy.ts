import { intents } from '#shared/contract/rows.ts';
import { classifyIntent } from '#shared/search/intent.ts';

/** The rules' answers for labelled keywords (`keyword<TAB>intent` lines), without the help of any listing. */
export function measureIntent(labelled: string) {
  const rows = labelled
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [keyword = '', label = ''] = line.split('\t');
      return { keyword, labelled: label, given: classifyIntent(keyword) };
    });
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  const right = rows.filter((row) => row.labelled === row.given);
  const classes = intents.map((intent) => {
    const hits = right.filter((row) => row.labelled === intent).length;
    const keywords = rows.filter((row) => row.labelled === intent).length;
    const given = rows.filter((row) => row.given === intent).length;
    return { intent, keywords, recall: share(hits, keywords), precision: share(hits, given) };
  });
  const misses = rows.filter((row) => row.labelled !== row.given);
  return { accuracy: share(right.length, rows.length), classes, misses };
}
