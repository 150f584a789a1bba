import { Badge, Group, SimpleGrid } from '@mantine/core';
import { money, number, shortNumber, words } from '../format.ts';
import { TrackKeywords } from '../pages/explorer/track-keywords.tsx';
import { Hint } from '../parts/text.tsx';
import { Intent } from './cells.tsx';
import { intentRows } from './domain-picture.tsx';
import { Bars, KeywordMap } from './drawings.tsx';
import { Figures, ownFigures, Panel } from './figures.tsx';
import { Listing } from './listing-picture.tsx';
import { type Data, num, part, rows, text, texts } from './read.ts';
import { Counts, columnsOf, keywordNames, ownNames, Table } from './table.tsx';

/** A list of keywords with a year of each. */
export function KeywordsPicture({ data }: { readonly data: Data }) {
  const keywords = rows(data, 'keywords');
  const filtered = part(data, 'filtered_out');
  const left = (num(filtered, 'min_volume') ?? 0) + (num(filtered, 'intent') ?? 0);
  return (
    <>
      {keywords.length === 0 ? null : <Figures figures={summaryOf(keywords)} />}
      <Table
        title="Keywords"
        note={left > 0 ? `${number(left)} more were filtered out.` : ''}
        rows={keywords}
        columns={columnsOf(...keywordNames, 'difficulty', 'trend')}
        dataset="keyword-ideas"
        empty="No keyword fits. Try a shorter seed, another mode or a wider filter."
        selectionActions={(chosen) => <TrackKeywords keywords={chosen.map((row) => text(row, 'keyword'))} />}
      />
      <Counts title="Intent" rows={intentRows(intentsOf(keywords))} />
      <KeywordMap keywords={keywords} />
    </>
  );
}

/** Difficulty up to which a new page has a chance within months. */
const easyDifficulty = 33;

/** What the list comes to. */
function summaryOf(keywords: readonly Data[]) {
  const rated = keywords.filter((row) => num(row, 'difficulty') !== null);
  const easy = rated.filter((row) => (num(row, 'difficulty') ?? 0) <= easyDifficulty);
  const [best] = easy;
  return [
    {
      label: 'Searches a month',
      value: shortNumber(sumOf(keywords, 'monthly_volume')),
      note: 'of the keywords below',
    },
    {
      label: 'Easy to rank',
      value: number(rated.length === 0 ? null : easy.length),
      note: best ? `first of them: ${text(best, 'keyword')}` : `none up to difficulty ${easyDifficulty}`,
    },
  ];
}

/** How many of the keywords have each intent. */
function intentsOf(keywords: readonly Data[]): Data {
  const byIntent = Map.groupBy(keywords, (row) => text(row, 'intent') || 'unknown');
  return Object.fromEntries([...byIntent].map(([name, found]) => [name, found.length]));
}

/** Null where nothing is known: that is not 0. */
export function sumOf(list: readonly Data[], key: string): number | null {
  const known = list.flatMap((row) => num(row, key) ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** One keyword in depth. */
export function KeywordPicture({ data }: { readonly data: Data }) {
  const months = rows(data, 'trend');
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
        columns={columnsOf(
          { header: 'Site', value: (row) => text(row, 'domain') || text(row, 'site') },
          ...ownNames,
        )}
      />
      <Group gap="xs">
        <Hint>Intent</Hint>
        <Intent name={text(data, 'intent')} />
        {texts(data, 'serp_features').map((feature) => (
          <Badge key={feature} color="gray">
            {words(feature)}
          </Badge>
        ))}
      </Group>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        {months.length === 0 ? null : (
          <Panel title="Searches by month" note={seasonText(months)}>
            <Bars
              label="Searches by month"
              height={200}
              colors={['var(--mantine-color-glass-6)']}
              rows={months.map(monthBar).toSorted((left, right) => left.text.localeCompare(right.text))}
            />
          </Panel>
        )}
        {listing.length === 0 ? null : (
          <Panel title="Who ranks">
            <Listing results={listing} />
          </Panel>
        )}
      </SimpleGrid>
      {months.length + listing.length === 0 ? (
        <Hint>Its searches by month and its listing are not known.</Hint>
      ) : null}
    </>
  );
}

/** One page in depth. */
export function PagePicture({ data }: { readonly data: Data }) {
  return (
    <>
      <Figures
        figures={[
          ...ownFigures(part(data, 'own')),
          { label: 'Organic keywords', value: number(num(data, 'organic_keywords')) },
          { label: 'Visits a month', value: shortNumber(num(data, 'estimated_organic_traffic_per_month')) },
        ]}
      />
      <Table
        title="Top keywords"
        rows={rows(data, 'top_keywords')}
        columns={columnsOf(...keywordNames, 'position', 'visits')}
        dataset="page-keywords"
        empty="No keywords are known for this page."
      />
    </>
  );
}

const monthName = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' });
const fullMonthName = new Intl.DateTimeFormat(undefined, { month: 'long', timeZone: 'UTC' });
const middleOf = (month: Data) => new Date(`${text(month, 'month')}-15`);

/** `Most in July (301,000), fewest in January (165,000).`; empty for a flat or unknown year. */
function seasonText(months: readonly Data[]): string {
  const known = months
    .flatMap((month) => {
      const volume = num(month, 'volume');
      return volume === null ? [] : [{ month, volume }];
    })
    .toSorted((left, right) => right.volume - left.volume);
  const [most, fewest] = [known[0], known.at(-1)];
  if (!most || !fewest || most.volume === fewest.volume) return '';
  const told = ({ month, volume }: typeof most) =>
    `${fullMonthName.format(middleOf(month))} (${number(volume)})`;
  return `Most in ${told(most)}, fewest in ${told(fewest)}.`;
}

/** Searches of a month. */
const monthBar = (month: Data) => ({
  name: monthName.format(middleOf(month)),
  text: `${text(month, 'month')}: ${number(num(month, 'volume'))}`,
  values: [num(month, 'volume') ?? 0],
});
