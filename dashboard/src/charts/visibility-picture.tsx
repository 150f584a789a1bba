import { ago, decimal, number, unknown, words } from '../format.ts';
import type { Column } from '../grid/column.ts';
import { Grid } from '../grid/grid.tsx';
import { TrackKeywords } from '../pages/explorer/track-keywords.tsx';
import { BarList } from '../parts/bar-list.tsx';
import { keywordColumn, ownColumns, pageColumn, positionColumn, volumeColumn } from './cells.tsx';
import { Figures, Panel } from './figures.tsx';
import { type Data, num, part, rows, text } from './read.ts';

/** Where a domain stands over a set of keywords. */
export function VisibilityPicture({ data }: { readonly data: Data }) {
  const summary = part(data, 'summary');
  const positions = rows(data, 'positions');
  const count = (key: string) => num(summary, key) ?? 0;
  const bands = [
    { label: '1–3', value: count('top_3'), color: 'var(--mantine-color-glass-6)' },
    { label: '4–10', value: count('top_10') - count('top_3'), color: 'var(--mantine-color-indigo-5)' },
    { label: '11–20', value: count('top_20') - count('top_10'), color: 'var(--mantine-color-cyan-6)' },
    { label: 'Beyond 20', value: count('ranked') - count('top_20'), color: 'var(--mantine-color-gray-5)' },
    { label: 'Not found', value: count('checked') - count('ranked'), color: 'var(--mantine-color-gray-4)' },
  ];
  return (
    <>
      <Figures
        figures={[
          { label: 'Ranked', value: `${number(count('ranked'))} of ${number(count('keywords_requested'))}` },
          { label: 'Average position', value: decimal(num(summary, 'avg_position')) },
          { label: 'Not checked', value: number(num(summary, 'not_checked')) },
          {
            label: 'Cited by AI overviews',
            value: `${number(count('ai_cited'))} of ${number(count('ai_overviews'))} read`,
          },
          { label: 'Source', value: words(text(data, 'mode_used') || '–') },
        ]}
      />
      <Panel title="Positions">
        <Grid
          label="Positions"
          rows={positions}
          columns={columnsOf(positions, text(data, 'domain'))}
          selectionActions={(chosen) => (
            <TrackKeywords site={text(data, 'domain')} keywords={chosen.map((row) => text(row, 'keyword'))} />
          )}
        />
      </Panel>
      <Panel title="Position bands">
        <BarList
          rows={bands.map((band) => ({ ...band, text: number(band.value) }))}
          max={Math.max(1, count('keywords_requested'))}
        />
      </Panel>
    </>
  );
}

const statuses: Readonly<Record<string, string>> = {
  ranked: 'Ranked',
  not_in_top_n: 'Not found',
  not_checked: 'Not checked',
};

/** Where the overview was not read, there is nothing to say. */
const citations: Readonly<Record<string, string>> = {
  cited: 'Cited',
  not_cited: 'Not cited',
  none: 'None shown',
};

const columnsOf = (list: readonly Data[], site: string): readonly Column[] => [
  keywordColumn,
  ...ownColumns,
  positionColumn,
  { header: 'Status', value: (row) => statuses[text(row, 'status')] ?? text(row, 'status'), isMinor: true },
  { header: 'AI overview', value: (row) => citations[text(row, 'ai_overview')] ?? null, isMinor: true },
  volumeColumn(list),
  { ...pageColumn(site), isMinor: true },
  {
    header: 'Seen',
    width: 120,
    value: (row) => text(row, 'observed_at'),
    cell: (row) => (text(row, 'observed_at') ? ago(text(row, 'observed_at')) : unknown),
    as: 'number',
    isMinor: true,
  },
];
