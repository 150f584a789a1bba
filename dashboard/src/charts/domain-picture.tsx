import { Badge, Group, SimpleGrid } from '@mantine/core';
import { number, shortMoney, shortNumber } from '../format.ts';
import { Grid } from '../grid/grid.tsx';
import { BarList } from '../parts/bar-list.tsx';
import { keywordColumns, ownColumns, pageColumn, positionColumn, trafficColumn } from './cells.tsx';
import { Competitors } from './competitors-picture.tsx';
import { Figures, ownFigures, Panel } from './figures.tsx';
import { GraphAuthority } from './graph-authority.tsx';
import { IntentMix } from './intent-mix.tsx';
import { type Data, num, part, rows, text } from './read.ts';

/** One domain at a glance. */
export function DomainPicture({ data }: { readonly data: Data }) {
  const summary = part(data, 'summary');
  const keywords = rows(data, 'top_keywords');
  if (keywords.length === 0) return <GraphAuthority data={data} />;
  return (
    <>
      <Figures
        figures={[
          ...ownFigures(part(data, 'own')),
          { label: 'Organic keywords', value: number(num(summary, 'organic_keywords')) },
          {
            label: 'Visits a month',
            value: shortNumber(num(summary, 'estimated_organic_traffic_per_month')),
          },
          { label: 'Value as ads a month', value: shortMoney(num(summary, 'traffic_value_usd')) },
          { label: 'In the top 10', value: number(num(summary, 'top_10_keywords')) },
        ]}
      />
      <Panel title="Top keywords">
        <Grid
          label="Top keywords"
          rows={keywords}
          columns={[...keywordColumns, positionColumn, { ...trafficColumn, isMinor: true }]}
          dataset="ranked-keywords"
        />
      </Panel>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <Bands summary={summary} />
        <IntentMix title="Intent of its keywords" mix={part(data, 'intent_mix')}>
          <Movement movement={part(summary, 'movement')} />
        </IntentMix>
      </SimpleGrid>
      <Panel title="Top pages">
        <Grid
          label="Top pages"
          rows={rows(data, 'top_pages')}
          columns={[
            pageColumn(text(data, 'domain')),
            ...ownColumns,
            { header: 'Keywords', value: (row) => num(row, 'organic_keywords'), as: 'number' },
            trafficColumn,
          ]}
          dataset="top-pages"
        />
      </Panel>
      <Panel title="Likely competitors">
        <Competitors list={rows(data, 'likely_competitors')} />
      </Panel>
      <GraphAuthority data={data} />
    </>
  );
}

function Bands({ summary }: { readonly summary: Data }) {
  const all = num(summary, 'organic_keywords');
  const top3 = num(summary, 'top_3_keywords');
  const top10 = num(summary, 'top_10_keywords');
  if (all === null || top3 === null || top10 === null) return null;
  const bands = [
    { label: '1–3', value: top3, color: 'var(--mantine-color-glass-6)' },
    { label: '4–10', value: top10 - top3, color: 'var(--mantine-color-indigo-5)' },
    { label: 'Beyond 10', value: all - top10, color: 'var(--mantine-color-gray-5)' },
  ];
  return (
    <Panel title="Position bands">
      <BarList rows={bands.map((band) => ({ ...band, text: number(band.value) }))} max={Math.max(1, all)} />
    </Panel>
  );
}

function Movement({ movement }: { readonly movement: Data }) {
  const moves = [
    ['new', 'glass', 'new'],
    ['up', 'glass', 'up'],
    ['down', 'yellow', 'down'],
    ['lost', 'red', 'lost'],
  ] as const;
  const known = moves.filter(([key]) => num(movement, key) !== null);
  if (known.length === 0) return null;
  return (
    <Group gap="xs" mt="md">
      {known.map(([key, color, label]) => (
        <Badge key={key} color={color}>
          {number(num(movement, key))} {label}
        </Badge>
      ))}
    </Group>
  );
}
