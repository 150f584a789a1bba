import { Group, Text } from '@mantine/core';
import { money, number, shortNumber, words } from '../format.ts';
import { type Bubble, BubbleMap } from './bubble-map.tsx';
import { Keyword } from './cells.tsx';
import { Panel } from './figures.tsx';
import { aroundAll } from './map-axis.ts';
import { type Data, num, text } from './read.ts';

const intents: Readonly<Record<string, readonly [letter: string, color: string]>> = {
  informational: ['I', 'var(--mantine-color-cyan-6)'],
  navigational: ['N', 'var(--mantine-color-grape-5)'],
  commercial: ['C', 'var(--mantine-color-yellow-6)'],
  transactional: ['T', 'var(--mantine-color-glass-6)'],
};
const unknownIntent = ['?', 'var(--mantine-color-gray-5)'] as const;
/** More circles than these cover each other; the table has all rows. */
const mostBubbles = 60;

/** Keywords by how hard they are and how often they are searched; what is worth a page is on the upper left. */
export function IntentMap({ keywords }: { readonly keywords: readonly Data[] }) {
  const bubbles = keywords.flatMap(toBubble).slice(0, mostBubbles);
  // Two points make no map.
  if (bubbles.length < 3) return null;
  return (
    <Panel
      title="Difficulty and searches"
      note="The circle is as large as its cost per click. I informational, N navigational, C commercial, T transactional."
    >
      <BubbleMap
        label={`${bubbles.length} keywords by difficulty and searches a month; the table below has their figures`}
        x={{ name: 'Difficulty', ...twentiesAround(bubbles.map(({ x }) => x)), text: number }}
        y={{
          name: 'Searches a month',
          ...aroundAll(bubbles.map(({ y }) => y)),
          isLogarithmic: true,
          text: shortNumber,
        }}
        bubbles={bubbles}
        detail={({ name, facts }) => (
          <Group gap={8}>
            <Keyword>{name}</Keyword>
            <Text size="sm" c="dimmed">
              {facts}
            </Text>
          </Group>
        )}
      />
    </Panel>
  );
}

/** Of the 100, the part that has keywords; in steps whose quarters are whole. */
function twentiesAround(values: readonly number[]): { readonly from: number; readonly to: number } {
  const from = 20 * Math.floor(Math.min(...values) / 20);
  return { from, to: Math.max(from + 20, 20 * Math.ceil(Math.max(...values) / 20)) };
}

function toBubble(row: Data): Bubble[] {
  const [difficulty, volume] = [num(row, 'difficulty'), num(row, 'monthly_volume')];
  if (difficulty === null || volume === null || volume <= 0) return [];
  const intent = text(row, 'intent');
  const [letter, color] = intents[intent] ?? unknownIntent;
  const cpc = num(row, 'cpc_usd');
  const facts = [
    `difficulty ${number(difficulty)}`,
    `${number(volume)} searches`,
    words(intent || 'unknown').toLowerCase(),
    ...(cpc === null ? [] : [`${money(cpc)} a click`]),
  ];
  return [
    {
      name: text(row, 'keyword'),
      x: difficulty,
      y: volume,
      size: cpc ?? 0,
      letter,
      color,
      facts: facts.join(' · '),
    },
  ];
}
