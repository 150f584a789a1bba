import { zipOf } from '#test/support/zip.ts';

const subjects = [
  'running shoes',
  'trail jacket',
  'tent poles',
  'camping stove',
  'hiking socks',
  'head torch',
];
const turns = ['', 'best ', 'cheap ', 'women ', 'men ', 'kids ', 'light ', 'waterproof '];
const endings = ['', ' test', ' sale', ' size guide', ' near me', ' for beginners', ' review', ' 2026'];
const words = turns.flatMap((turn) =>
  subjects.flatMap((subject) => endings.map((ending) => `${turn}${subject}${ending}`)),
);

const table = (rows: readonly (readonly (string | number)[])[]) =>
  `${rows.map((row) => row.join(',')).join('\n')}\n`;
const figures = (clicks: number, impressions: number, position: number) =>
  [clicks, impressions, `${((100 * clicks) / impressions).toFixed(2)}%`, position.toFixed(2)] as const;

/** Every seventh query is clicked far less than its position would have it. */
function row(name: string, index: number) {
  const position = 1 + ((index * 7) % 240) / 10;
  const impressions = Math.round(24_000 / (1 + index / 9)) + 40;
  const share = (0.32 / position ** 1.15) * (index % 7 === 3 ? 0.25 : 1);
  return [name, ...figures(Math.round(impressions * share), impressions, position)] as const;
}

interface ExportOptions {
  readonly site?: string;
  /** Month of its first day, 0-11; it ends three months later. */
  readonly month?: number;
}

/** A Search Console export as its user interface gives it, of a shop with a few hundred queries. */
export function consoleExport({ site = 'northwind.example', month = 7 }: ExportOptions = {}) {
  const head = ['Clicks', 'Impressions', 'CTR', 'Position'];
  const queries = [site.split('.')[0] ?? '', `${site.split('.')[0]} shop`, ...words].map(row);
  const pages = words
    .slice(0, 120)
    .map((name, index) => row(`https://${site}/${name.trim().replaceAll(' ', '-')}`, index));
  const days = Array.from({ length: 91 }, (_, index) => {
    const day = new Date(Date.UTC(2026, month, 1) + index * 86_400_000).toISOString().slice(0, 10);
    const impressions = 2_600 + Math.round(500 * Math.sin(index / 3.5)) + index * 6;
    return [day, ...figures(Math.round(impressions * 0.061), impressions, 8.4)];
  });
  const buffer = zipOf({
    'Queries.csv': table([['Top queries', ...head], ...queries]),
    'Pages.csv': table([['Top pages', ...head], ...pages]),
    'Dates.csv': table([['Date', ...head], ...days]),
    'Filters.csv': table([
      ['Filter', 'Value'],
      ['Search type', 'Web'],
      ['Date', 'Last 3 months'],
    ]),
  });
  const end = new Date(Date.UTC(2026, month, 92)).toISOString().slice(0, 10);
  const name = `https___${site}_-Performance-on-Search-${end}.zip`;
  return { name, mimeType: 'application/zip', buffer };
}
