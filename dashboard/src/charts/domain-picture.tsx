import { Badge, Group, SimpleGrid } from '@mantine/core';
import { number, percent, shortMoney, shortNumber, words } from '../format.ts';
import { Competitors } from './competitors-picture.tsx';
import { Figures, ownFigures } from './figures.tsx';
import { GraphAuthority } from './graph-authority.tsx';
import { type Data, num, part, rows, text } from './read.ts';
import { bandColors, Counts, columnsOf, keywordNames, ownNames, pageColumn, Table } from './table.tsx';

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
          { label: 'Traffic value a month', value: shortMoney(num(summary, 'traffic_value_usd')) },
          { label: 'In the top 10', value: number(num(summary, 'top_10_keywords')) },
        ]}
      />
      <Table
        title="Top keywords"
        rows={keywords}
        columns={columnsOf(...keywordNames, 'position', 'visits')}
        dataset="ranked-keywords"
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <Bands summary={summary} />
        <div>
          <Counts title="Keyword intent" rows={intentRows(part(data, 'intent_mix'))} />
          <Movement movement={part(summary, 'movement')} />
        </div>
      </SimpleGrid>
      <Table
        title="Top pages"
        rows={rows(data, 'top_pages')}
        columns={[pageColumn(text(data, 'domain')), ...columnsOf(...ownNames, 'keywords', 'visits')]}
        dataset="top-pages"
      />
      <Competitors title="Likely competitors" list={rows(data, 'likely_competitors')} />
      <GraphAuthority data={data} />
    </>
  );
}

const intents = ['informational', 'navigational', 'commercial', 'transactional', 'unknown'];

/** Keywords by what their searchers want. */
export function intentRows(mix: Data) {
  const found = intents
    .map((name) => ({ name, value: num(mix, name) ?? 0 }))
    .filter(({ value }) => value > 0);
  const all = found.reduce((sum, { value }) => sum + value, 0);
  return found.map(({ name, value }) => ({ label: words(name), value, text: percent(value / all) }));
}

function Bands({ summary }: { readonly summary: Data }) {
  const all = num(summary, 'organic_keywords');
  const top3 = num(summary, 'top_3_keywords');
  const top10 = num(summary, 'top_10_keywords');
  if (all === null || top3 === null || top10 === null) return null;
  const bands = [
    { label: '1–3', value: top3 },
    { label: '4–10', value: top10 - top3 },
    { label: 'Beyond 10', value: all - top10 },
  ];
  return (
    <Counts
      title="Position bands"
      rows={bands.map((band, at) => ({ ...band, color: bandColors[at] }))}
      max={all}
    />
  );
}

const moves = { new: 'glass', up: 'glass', down: 'yellow', lost: 'red' };

function Movement({ movement }: { readonly movement: Data }) {
  return (
    <Group gap="xs" mt="md">
      {Object.entries(moves)
        .filter(([name]) => num(movement, name) !== null)
        .map(([name, color]) => (
          <Badge key={name} color={color}>
            {number(num(movement, name))} {name}
          </Badge>
        ))}
    </Group>
  );
}
