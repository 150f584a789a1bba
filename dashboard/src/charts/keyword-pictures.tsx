import { Badge, Group, SimpleGrid } from '@mantine/core';
import { money, number, shortNumber, words } from '../format.ts';
import { Grid } from '../grid/grid.tsx';
import { TrackKeywords } from '../pages/explorer/track-keywords.tsx';
import { Hint } from '../parts/text.tsx';
import type { BarOfTime } from './bars.tsx';
import {
  difficultyColumn,
  Intent,
  keywordColumns,
  ownColumns,
  positionColumn,
  trafficColumn,
  trendColumn,
} from './cells.tsx';
import { Bars, KeywordMap } from './drawings.tsx';
import { Figures, ownFigures, Panel } from './figures.tsx';
import { IntentMix } from './intent-mix.tsx';
import { Listing } from './listing-picture.tsx';
import { type Data, num, part, rows, text, texts } from './read.ts';

/** A list of keywords with a year of each. */
export function KeywordsPicture({ data }: { readonly data: Data }) {
  const keywords = rows(data, 'keywords');
  const filtered = part(data, 'filtered_out');
  const left = (num(filtered, 'min_volume') ?? 0) + (num(filtered, 'intent') ?? 0);
  return (
    <>
      {keywords.length === 0 ? null : <KeywordsSummary keywords={keywords} />}
      <Panel title="Keywords" {...(left > 0 ? { note: `${number(left)} more were filtered out.` } : {})}>
        {keywords.length === 0 ? (
          <Hint>No keyword fits. Try a shorter seed, another mode or a wider filter.</Hint>
        ) : (
          <Grid
            label="Keywords"
            rows={keywords}
            columns={[...keywordColumns, difficultyColumn, trendColumn]}
            dataset="keyword-ideas"
            selectionActions={(chosen) => (
              <TrackKeywords keywords={chosen.map((row) => text(row, 'keyword'))} />
            )}
          />
        )}
      </Panel>
      <KeywordMap keywords={keywords} />
    </>
  );
}

/** Difficulty up to which a new page has a chance within months. */
const easyDifficulty = 33;

/** What the list comes to. */
function KeywordsSummary({ keywords }: { readonly keywords: readonly Data[] }) {
  const volumes = keywords.map((row) => num(row, 'monthly_volume')).filter((value) => value !== null);
  const volume = volumes.length > 0 ? volumes.reduce((sum, value) => sum + value, 0) : null;
  const rated = keywords.filter((row) => num(row, 'difficulty') !== null);
  const easy = rated.filter((row) => (num(row, 'difficulty') ?? 0) <= easyDifficulty);
  const [best] = easy;
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
      {volumes.length + rated.length === 0 ? null : (
        <Figures
          figures={[
            { label: 'Searches a month', value: shortNumber(volume), note: 'of the keywords below' },
            {
              label: 'Easy to rank',
              value: number(rated.length === 0 ? null : easy.length),
              note: best
                ? `first of them: ${text(best, 'keyword')}`
                : `none up to difficulty ${easyDifficulty}`,
            },
          ]}
        />
      )}
      <IntentMix title="Intent" mix={countIntents(keywords)} />
    </SimpleGrid>
  );
}

function countIntents(keywords: readonly Data[]): Data {
  const counts: Record<string, number> = {};
  for (const row of keywords) {
    const name = text(row, 'intent') || 'unknown';
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** One keyword in depth. */
export function KeywordPicture({ data }: { readonly data: Data }) {
  const features = texts(data, 'serp_features');
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
      <OwnSites sites={rows(data, 'own')} />
      <Group gap="xs">
        <Hint>Intent</Hint>
        <Intent name={text(data, 'intent')} />
        {features.map((feature) => (
          <Badge key={feature} color="gray">
            {words(feature)}
          </Badge>
        ))}
      </Group>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        <Panel title="Searches by month" note={seasonText(rows(data, 'trend'))}>
          {rows(data, 'trend').length === 0 ? (
            <Hint>No history is known.</Hint>
          ) : (
            <Bars
              label="Searches by month"
              height={200}
              colors={['var(--mantine-color-glass-6)']}
              rows={monthBars(rows(data, 'trend'))}
            />
          )}
        </Panel>
        <Panel title="Who ranks">
          <Listing results={rows(data, 'serp_top')} />
        </Panel>
      </SimpleGrid>
    </>
  );
}

/** What the account's own sites get from a keyword. */
function OwnSites({ sites }: { readonly sites: readonly Data[] }) {
  if (sites.length === 0) return null;
  const list = sites.map((site): Data => ({ ...site, own: site }));
  return (
    <Panel title="Your sites">
      <Grid
        label="Your sites"
        isPlain
        rows={list}
        columns={[
          { header: 'Site', value: (row) => text(row, 'domain') || text(row, 'site') },
          ...ownColumns,
        ]}
      />
    </Panel>
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
      <Panel title="Top keywords">
        {rows(data, 'top_keywords').length === 0 ? (
          <Hint>No keywords are known for this page.</Hint>
        ) : (
          <Grid
            label="Top keywords"
            rows={rows(data, 'top_keywords')}
            columns={[...keywordColumns, positionColumn, { ...trafficColumn, isMinor: true }]}
            dataset="page-keywords"
          />
        )}
      </Panel>
    </>
  );
}

const monthName = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' });
const fullMonthName = new Intl.DateTimeFormat(undefined, { month: 'long', timeZone: 'UTC' });
const middleOf = (month: string) => new Date(`${month}-15`);

/** `Most in July (301,000), fewest in January (165,000).`; empty for a flat or unknown year. */
function seasonText(months: readonly Data[]): string {
  const known = months
    .map((month) => ({ month: text(month, 'month'), volume: num(month, 'volume') }))
    .filter(({ volume }) => volume !== null)
    .toSorted((left, right) => (right.volume ?? 0) - (left.volume ?? 0));
  const [most, fewest] = [known[0], known.at(-1)];
  if (!most || !fewest || most.volume === fewest.volume) return '';
  const name = (month: string) => fullMonthName.format(middleOf(month));
  return `Most in ${name(most.month)} (${number(most.volume)}), fewest in ${name(fewest.month)} (${number(fewest.volume)}).`;
}

/** Searches of each month, oldest first. */
function monthBars(months: readonly Data[]): readonly BarOfTime[] {
  return months
    .toSorted((left, right) => text(left, 'month').localeCompare(text(right, 'month')))
    .map((month) => {
      const [of, volume] = [text(month, 'month'), num(month, 'volume')];
      return {
        name: monthName.format(middleOf(of)),
        text: `${of}: ${number(volume)}`,
        values: [volume ?? 0],
      };
    });
}
