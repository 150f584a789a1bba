import { decimal, number, words } from '../format.ts';
import { TrackKeywords } from '../pages/explorer/track-keywords.tsx';
import { Figures } from './figures.tsx';
import { type Data, num, part, rows, text } from './read.ts';
import { bandColors, Counts, columnsOf, ownNames, pageColumn, Table, volumeColumn } from './table.tsx';

/** Where a domain stands over a set of keywords. */
export function VisibilityPicture({ data }: { readonly data: Data }) {
  const summary = part(data, 'summary');
  const positions = rows(data, 'positions');
  const site = text(data, 'domain');
  const count = (key: string) => num(summary, key) ?? 0;
  const bands = [
    { label: '1–3', value: count('top_3') },
    { label: '4–10', value: count('top_10') - count('top_3') },
    { label: '11–20', value: count('top_20') - count('top_10') },
    { label: 'Beyond 20', value: count('ranked') - count('top_20') },
    { label: 'Not found', value: count('checked') - count('ranked') },
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
            value:
              count('ai_overviews') === 0
                ? '–'
                : `${number(count('ai_cited'))} of ${number(count('ai_overviews'))} read`,
          },
          { label: 'Source', value: words(text(data, 'mode_used') || '–') },
        ]}
      />
      <Table
        title="Positions"
        rows={positions}
        columns={columnsOf(
          'keyword',
          ...ownNames,
          'position',
          { header: 'Status', value: (row) => statuses[text(row, 'status')] ?? null, isMinor: true },
          {
            header: 'AI overview',
            value: (row) => citations[text(row, 'ai_overview')] ?? null,
            isMinor: true,
          },
          volumeColumn(positions),
          { ...pageColumn(site), isMinor: true },
          'seen',
        )}
        selectionActions={(chosen) => (
          <TrackKeywords site={site} keywords={chosen.map((row) => text(row, 'keyword'))} />
        )}
      />
      <Counts
        title="Position bands"
        rows={bands.map((band, at) => ({ ...band, color: bandColors[at] }))}
        max={count('keywords_requested')}
      />
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
