import { money, number, percent, shortNumber, words } from '../format.ts';
import { type Bubble, BubbleMap } from './bubble-map.tsx';
import { Domain, Keyword, visitsOf } from './cells.tsx';
import { type Data, flag, num, text } from './read.ts';

/** Competitors by how near they are and how large; the circle is what they share. */
export function CompetitorMap({ list }: { readonly list: readonly Data[] }) {
  const bubbles = list.flatMap(competitorBubble);
  if (bubbles.length < 2) return null;
  const nearest = Math.max(...bubbles.map(({ x }) => x));
  return (
    <BubbleMap
      title="Relevance and visits"
      note="The larger the circle, the more keywords are shared."
      label={`${bubbles.length} competitors by relevance and visits a month; the table has their figures`}
      x={{ name: 'Relevance', from: 0, to: nearest > 0.5 ? 1 : 0.5, text: percent }}
      y={{ name: 'Visits a month', text: shortNumber }}
      bubbles={bubbles}
      named={({ children }) => <Domain name={children} />}
    />
  );
}

function competitorBubble(row: Data): Bubble[] {
  const [relevance, visits] = [num(row, 'relevance'), visitsOf(row)];
  if (relevance === null || visits === null || visits <= 0) return [];
  const shared = num(row, 'shared_keywords') ?? 0;
  return [
    {
      name: text(row, 'competitor'),
      x: relevance,
      y: visits,
      size: shared,
      isQuiet: flag(row, 'is_giant'),
      facts: `relevance ${percent(relevance)} · ${shortNumber(visits)} visits · ${number(shared)} shared keywords`,
    },
  ];
}

/** More circles than these cover each other; the table has all rows. */
const mostBubbles = 60;

/** Keywords by how hard they are and how often they are searched; what is worth a page is on the upper left. */
export function KeywordMap({ keywords }: { readonly keywords: readonly Data[] }) {
  const bubbles = keywords.flatMap(keywordBubble).slice(0, mostBubbles);
  // Two points make no map.
  if (bubbles.length < 3) return null;
  const hard = bubbles.map(({ x }) => x);
  const from = 20 * Math.floor(Math.min(...hard) / 20);
  return (
    <BubbleMap
      title="Difficulty and searches"
      note="The larger the circle, the higher its cost per click."
      label={`${bubbles.length} keywords by difficulty and searches a month; the table has their figures`}
      x={{
        name: 'Difficulty',
        from,
        to: Math.max(from + 20, 20 * Math.ceil(Math.max(...hard) / 20)),
        text: number,
      }}
      y={{ name: 'Searches a month', text: shortNumber }}
      bubbles={bubbles}
      named={Keyword}
    />
  );
}

function keywordBubble(row: Data): Bubble[] {
  const [difficulty, volume] = [num(row, 'difficulty'), num(row, 'monthly_volume')];
  if (difficulty === null || volume === null || volume <= 0) return [];
  const cpc = num(row, 'cpc_usd');
  const facts = [
    `difficulty ${number(difficulty)}`,
    `${number(volume)} searches`,
    words(text(row, 'intent') || 'unknown').toLowerCase(),
    ...(cpc === null ? [] : [`${money(cpc)} a click`]),
  ];
  return [{ name: text(row, 'keyword'), x: difficulty, y: volume, size: cpc ?? 0, facts: facts.join(' · ') }];
}
