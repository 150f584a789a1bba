import { dateOf, dayOf } from '#shared/facts/search-console/day-ranges.ts';

const words =
  'trail running shoes waterproof women men best light winter summer review size guide cheap kids road marathon ultra grip laces sole blue black red wide narrow sale near store return care clean wash test 2026 old new'.split(
    ' ',
  );

/**
 * A site whose queries of pages are so many a day: two in three recur each day,
 * the others are of a universe four times as large. Answers `fetch` as Search
 * Analytics does, in pages of 25,000 rows.
 */
export function generatedConsole(rowsADay: number, lastFinal: () => number, firstDay: number) {
  const origin = 'http://console.invalid';
  const rowAt = (day: number, at: number) => {
    const isRegular = at % 3 !== 2;
    return isRegular ? at : rowsADay + (((at * 2_654_435_761 + day * 40_503) >>> 0) % (rowsADay * 4));
  };
  const rowsOf = (day: number, dimensions: readonly string[]) => {
    const groups = new Map<string, { keys: string[]; clicks: number; impressions: number; places: number }>();
    for (let at = 0; at < rowsADay; at += 1) {
      const id = rowAt(day, at);
      const keys = dimensions.map((name) => keyOf(name, id, rowsADay));
      const key = keys.join('\n');
      const group = groups.get(key) ?? { keys, clicks: 0, impressions: 0, places: 0 };
      groups.set(key, group);
      const impressions = 1 + Math.floor(2_000 / (1 + (id % rowsADay))) + ((id + day) % 5);
      group.clicks += (id + day) % 9 === 0 ? 1 + Math.floor(impressions / 20) : 0;
      group.impressions += impressions;
      group.places += impressions * (1 + (id % 400) / 10);
    }
    return [...groups.values()].sort((a, b) => b.clicks - a.clicks).slice(0, 50_000);
  };
  // The pages of one answer are asked for one after another: making them again would count as the sync's work.
  let last = { name: '', rows: rowsOf(firstDay, []) };
  const keptRowsOf = (day: number, dimensions: readonly string[]) => {
    const name = `${day} ${dimensions.join()}`;
    if (last.name !== name) last = { name, rows: rowsOf(day, dimensions) };
    return last.rows;
  };
  const asked = (body: { readonly [name: string]: unknown }) => {
    const dimensions: string[] = JSON.parse(JSON.stringify(body.dimensions));
    const isWeb = body.type === 'web';
    const [from, to] = [dayOf(String(body.startDate)), dayOf(String(body.endDate))];
    if (!isWeb) return [];
    const start = Number(body.startRow);
    if (dimensions.join() !== 'date') return keptRowsOf(from, dimensions).slice(start, start + 25_000);
    const days = [];
    for (let day = Math.max(from, firstDay); day <= Math.min(to, lastFinal()); day += 1)
      days.push({
        keys: [dateOf(day)],
        clicks: rowsADay,
        impressions: rowsADay * 20,
        places: rowsADay * 200,
      });
    return days;
  };
  return {
    origin,
    /** Answers what the client asks of the origin; gives back what undoes it. */
    answerFetches(): () => void {
      const before = globalThis.fetch;
      globalThis.fetch = async (url, init) => {
        if (String(url).includes('urlInspection'))
          return Response.json({ inspectionResult: { indexStatusResult: { verdict: 'PASS' } } });
        const rows = asked(JSON.parse(String(init?.body)));
        return Response.json({
          rows: rows.map(({ keys, clicks, impressions, places }) => ({
            keys,
            clicks,
            impressions,
            position: places / impressions,
          })),
        });
      };
      return () => {
        globalThis.fetch = before;
      };
    },
  };
}

function keyOf(name: string, id: number, rowsADay: number): string {
  if (name === 'query')
    return [id, id * 7 + 3, id * 13 + 5, Math.floor(id / 11)]
      .map((seed) => words[seed % words.length] ?? '')
      .concat(String(id % 997))
      .join(' ');
  if (name === 'page')
    return `https://shop.example/${words[id % 7]}/${words[id % 31]}-${id % Math.ceil(rowsADay / 6)}`;
  return name === 'country'
    ? (['usa', 'deu', 'gbr', 'fra'][id % 4] ?? '')
    : (['MOBILE', 'DESKTOP'][id % 2] ?? '');
}
