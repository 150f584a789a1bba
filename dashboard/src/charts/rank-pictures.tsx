import { Badge, Group, SimpleGrid } from '@mantine/core';
import { decimal, number, percent, shortMoney, shortNumber, words } from '../format.ts';
import type { Column } from '../grid/column.ts';
import { TrackKeywords } from '../pages/explorer/track-keywords.tsx';
import { Figures, ownFigures } from './figures.tsx';
import { competitorLook, GraphAuthority } from './link-pictures.tsx';
import { type DataProps, num, part, rows, text } from './read.ts';
import { Counts, keywordNames, List, ownNames, pageColumn, visitsOf, volumeColumn } from './table.tsx';

const topKeywords = {
  at: 'top_keywords',
  title: 'Top keywords',
  columns: [...keywordNames, 'position', 'visits'],
} as const;

/** One domain at a glance. */
export function DomainPicture({ data }: DataProps) {
  if (rows(data, 'top_keywords').length === 0) return <GraphAuthority data={data} />;
  const count = (name: string) => num(data, `summary.${name}_keywords`);
  const all = count('organic');
  return (
    <>
      <Figures
        figures={[
          ...ownFigures(data),
          { label: 'Organic keywords', value: number(all) },
          { label: 'Visits a month', value: shortNumber(visitsOf(part(data, 'summary'))) },
          { label: 'Traffic value a month', value: shortMoney(num(data, 'summary.traffic_value_usd')) },
          { label: 'In the top 10', value: number(count('top_10')) },
        ]}
      />
      <List of={data} {...topKeywords} dataset="ranked-keywords" />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <Bands upTo={{ '1–3': count('top_3'), '4–10': count('top_10'), 'Beyond 10': all }} of={all} />
        <div>
          <Counts title="Keyword intent" rows={intentRows((name) => num(data, `intent_mix.${name}`))} />
          <Group gap="xs" mt="md">
            {Object.entries(moves).map(([name, color]) => {
              const moved = num(data, `summary.movement.${name}`);
              return moved === null ? null : (
                <Badge key={name} color={color}>{`${number(moved)} ${name}`}</Badge>
              );
            })}
          </Group>
        </div>
      </SimpleGrid>
      <List
        of={data}
        at="top_pages"
        title="Top pages"
        columns={[pageColumn(text(data, 'domain')), ...ownNames, 'keywords', 'visits']}
        dataset="top-pages"
      />
      <List of={data} at="likely_competitors" title="Likely competitors" {...competitorLook} />
      <GraphAuthority data={data} />
    </>
  );
}

const moves = { new: 'glass', up: 'glass', down: 'yellow', lost: 'red' };
const intents = ['informational', 'navigational', 'commercial', 'transactional', 'unknown'];

/** Keywords by what their searchers want. */
export function intentRows(countOf: (intent: string) => number | null) {
  const found = intents.map((name) => ({ label: words(name), value: countOf(name) ?? 0 }));
  const all = found.reduce((sum, { value }) => sum + value, 0);
  return found.filter(({ value }) => value > 0).map((row) => ({ ...row, text: percent(row.value / all) }));
}

/** Colors of positions from the best to the farthest, then of what was not found. */
const bandColors = ['glass-6', 'indigo-5', 'cyan-6', 'gray-5', 'gray-4'];

interface BandsProps {
  /** How many keywords stand within the end of each band. */
  readonly upTo: Readonly<Record<string, number | null>>;
  readonly of: number | null;
}

/** Keywords by how far up they stand; nothing where that is not known. */
function Bands({ upTo, of: all }: BandsProps) {
  const ends = Object.values(upTo);
  if (all === null || ends.includes(null)) return null;
  const bands = Object.entries(upTo).map(([label, count], at) => ({
    label,
    value: (count ?? 0) - (ends[at - 1] ?? 0),
    color: `var(--mantine-color-${bandColors[at]})`,
  }));
  return <Counts title="Position bands" rows={bands} max={all} />;
}

/** One page in depth. */
export function PagePicture({ data }: DataProps) {
  return (
    <>
      <Figures
        figures={[
          ...ownFigures(data),
          { label: 'Organic keywords', value: number(num(data, 'organic_keywords')) },
          { label: 'Visits a month', value: shortNumber(visitsOf(data)) },
        ]}
      />
      <List of={data} {...topKeywords} dataset="page-keywords" empty="No keywords are known for this page." />
    </>
  );
}

/** Where a domain stands over a set of keywords. */
export function VisibilityPicture({ data }: DataProps) {
  const site = text(data, 'domain');
  const count = (key: string) => num(data, `summary.${key}`) ?? 0;
  const share = (key: string, all: string) => `${number(count(key))} of ${number(count(all))}`;
  return (
    <>
      <Figures
        figures={[
          { label: 'Ranked', value: share('ranked', 'keywords_requested') },
          { label: 'Average position', value: decimal(num(data, 'summary.avg_position')) },
          { label: 'Not checked', value: number(num(data, 'summary.not_checked')) },
          {
            label: 'Cited by AI overviews',
            value: count('ai_overviews') === 0 ? '–' : `${share('ai_cited', 'ai_overviews')} read`,
          },
          { label: 'Source', value: words(text(data, 'mode_used') || '–') },
        ]}
      />
      <List
        of={data}
        at="positions"
        title="Positions"
        columns={[
          ...(['keyword', ...ownNames, 'position'] as const),
          ...statusColumns,
          volumeColumn(rows(data, 'positions')),
          { ...pageColumn(site), isMinor: true },
          'seen',
        ]}
        selectionActions={(chosen) => (
          <TrackKeywords site={site} keywords={chosen.map((row) => text(row, 'keyword'))} />
        )}
      />
      <Bands
        upTo={{
          '1–3': count('top_3'),
          '4–10': count('top_10'),
          '11–20': count('top_20'),
          'Beyond 20': count('ranked'),
          'Not found': count('checked'),
        }}
        of={count('keywords_requested')}
      />
    </>
  );
}

/** Where the overview was not read, there is nothing to say of it. */
const statuses: Readonly<Record<string, string>> = {
  ranked: 'Ranked',
  not_in_top_n: 'Not found',
  not_checked: 'Not checked',
  cited: 'Cited',
  not_cited: 'Not cited',
  none: 'None shown',
};

const statusColumns: readonly Column[] = [
  { header: 'Status', value: (row) => statuses[text(row, 'status')] ?? null, isMinor: true },
  { header: 'AI overview', value: (row) => statuses[text(row, 'ai_overview')] ?? null, isMinor: true },
];
