import { Group, SimpleGrid } from '@mantine/core';
import { money, number, shortNumber, words } from '../format.ts';
import { TrackKeywords } from '../pages/explorer/track-keywords.tsx';
import { Hint } from '../parts/text.tsx';
import { Intent } from './cells.tsx';
import { Bars, KeywordMap } from './drawings.tsx';
import { Figures, Panel } from './figures.tsx';
import { Features, Listing } from './listing-picture.tsx';
import { intentRows } from './rank-pictures.tsx';
import { type Data, type DataProps, num, rows, text, texts } from './read.ts';
import { Counts, columnsOf, keywordNames, List, ownNames, Table } from './table.tsx';

/** A list of keywords with a year of each. */
export function KeywordsPicture({ data }: DataProps) {
  const keywords = rows(data, 'keywords');
  const left = (num(data, 'filtered_out.min_volume') ?? 0) + (num(data, 'filtered_out.intent') ?? 0);
  const countOf = (intent: string) =>
    keywords.filter((row) => (text(row, 'intent') || 'unknown') === intent).length;
  return (
    <>
      <Figures figures={summaryOf(keywords)} />
      <List
        of={data}
        at="keywords"
        title="Keywords"
        note={left > 0 ? `${number(left)} more were filtered out.` : ''}
        columns={[...keywordNames, 'difficulty', 'trend']}
        dataset="keyword-ideas"
        empty="No keyword fits. Try a shorter seed, another mode or a wider filter."
        selectionActions={(chosen) => <TrackKeywords keywords={chosen.map((row) => text(row, 'keyword'))} />}
      />
      <Counts title="Intent" rows={intentRows(countOf)} />
      <KeywordMap keywords={keywords} />
    </>
  );
}

/** Difficulty up to which a new page has a chance within months. */
const easyDifficulty = 33;

/** What the list comes to. */
function summaryOf(keywords: readonly Data[]) {
  const searches = sumOf(keywords, 'monthly_volume');
  const rated = keywords.filter((row) => num(row, 'difficulty') !== null);
  const easy = rated.filter((row) => (num(row, 'difficulty') ?? 0) <= easyDifficulty);
  const [best] = easy;
  return [
    { label: 'Searches a month', value: shortNumber(searches), note: 'of the keywords below' },
    {
      label: 'Easy to rank',
      value: number(rated.length === 0 ? null : easy.length),
      note: best ? `first of them: ${text(best, 'keyword')}` : `none up to difficulty ${easyDifficulty}`,
    },
  ];
}

/** Null where nothing is known: that is not 0. */
export function sumOf(list: readonly Data[], key: string): number | null {
  const known = list.flatMap((row) => num(row, key) ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** One keyword in depth. */
export function KeywordPicture({ data }: DataProps) {
  const months = rows(data, 'trend').toSorted((one, other) =>
    text(one, 'month').localeCompare(text(other, 'month')),
  );
  const listing = rows(data, 'serp_top');
  return (
    <>
      <Figures
        figures={[
          { label: 'Searches a month', value: number(num(data, 'monthly_volume')) },
          { label: 'Cost per click', value: money(num(data, 'cpc_usd')) },
          { label: 'Competition', value: words(text(data, 'competition_level') || '–') },
          { label: 'Difficulty', value: number(num(data, 'difficulty')) },
        ]}
      />
      <Table
        title="Your sites"
        isPlain
        rows={rows(data, 'own').map((site): Data => ({ ...site, own: site }))}
        columns={columnsOf([
          { header: 'Site', value: (row) => text(row, 'domain') || text(row, 'site') },
          ...ownNames,
        ])}
      />
      <Group gap="xs">
        <Hint>Intent</Hint>
        <Intent>{text(data, 'intent')}</Intent>
        <Features of={texts(data, 'serp_features')} />
      </Group>
      {months.length + listing.length === 0 ? (
        <Hint>Its searches by month and its listing are not known.</Hint>
      ) : (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
          {months.length === 0 ? null : (
            <Panel title="Searches by month" note={seasonText(months)}>
              <Bars
                label="Searches by month"
                height={200}
                colors={['var(--mantine-color-glass-6)']}
                rows={months.map((month) => ({
                  name: monthName.format(middleOf(month)),
                  text: `${text(month, 'month')}: ${number(num(month, 'volume'))}`,
                  values: [num(month, 'volume') ?? 0],
                }))}
              />
            </Panel>
          )}
          {listing.length === 0 ? null : (
            <Panel title="Who ranks">
              <Listing results={listing} />
            </Panel>
          )}
        </SimpleGrid>
      )}
    </>
  );
}

const monthName = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' });
const fullMonthName = new Intl.DateTimeFormat(undefined, { month: 'long', timeZone: 'UTC' });
const middleOf = (month: Data) => new Date(`${text(month, 'month')}-15`);

/** `Most in July (301,000), fewest in January (165,000).`; empty for a flat or unknown year. */
function seasonText(months: readonly Data[]): string {
  const known = months
    .map((month) => ({ month, volume: num(month, 'volume') ?? -1 }))
    .filter(({ volume }) => volume >= 0)
    .toSorted((left, right) => right.volume - left.volume);
  const [most, fewest] = [known[0], known.at(-1)];
  if (!most || !fewest || most.volume === fewest.volume) return '';
  const told = ({ month, volume }: typeof most) =>
    `${fullMonthName.format(middleOf(month))} (${number(volume)})`;
  return `Most in ${told(most)}, fewest in ${told(fewest)}.`;
}
