import { Group, Text } from '@mantine/core';
import { number, percent, shortNumber } from '../format.ts';
import { type Bubble, BubbleMap } from './bubble-map.tsx';
import { Domain, visitsOf } from './cells.tsx';
import { Panel } from './figures.tsx';
import { aroundAll } from './map-axis.ts';
import { type Data, flag, num, text } from './read.ts';

/** Competitors by how near they are and how large; the circle is what they share. */
export function CompetitorMap({ list }: { readonly list: readonly Data[] }) {
  const bubbles = list.flatMap(toBubble);
  if (bubbles.length < 2) return null;
  const nearest = Math.max(...bubbles.map(({ x }) => x));
  return (
    <Panel
      title="Relevance and visits"
      note="The circle is as large as the number of shared keywords. The letter is the first of the domain."
    >
      <BubbleMap
        label={`${bubbles.length} competitors by relevance and visits a month; the table has their figures`}
        x={{ name: 'Relevance', from: 0, to: nearest > 0.5 ? 1 : 0.5, text: percent }}
        y={{
          name: 'Visits a month',
          ...aroundAll(bubbles.map(({ y }) => y)),
          isLogarithmic: true,
          text: shortNumber,
        }}
        bubbles={bubbles}
        detail={({ name, facts }) => (
          <Group gap={8}>
            <Domain name={name} />
            <Text size="sm" c="dimmed">
              {facts}
            </Text>
          </Group>
        )}
      />
    </Panel>
  );
}

function toBubble(row: Data): Bubble[] {
  const name = text(row, 'competitor');
  const [relevance, visits] = [num(row, 'relevance'), visitsOf(row)];
  if (relevance === null || visits === null || visits <= 0) return [];
  const shared = num(row, 'shared_keywords') ?? 0;
  return [
    {
      name,
      x: relevance,
      y: visits,
      size: shared,
      letter: name.charAt(0).toUpperCase(),
      color: flag(row, 'is_giant') ? 'var(--mantine-color-gray-5)' : 'var(--mantine-color-glass-6)',
      facts: `relevance ${percent(relevance)} · ${shortNumber(visits)} visits · ${number(shared)} shared keywords`,
    },
  ];
}
