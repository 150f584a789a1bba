import { Group } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { scaleLinear, scaleLog } from 'd3-scale';
import { type ComponentType, type KeyboardEvent, useRef, useState } from 'react';
import { money, number, percent, shortNumber, words } from '../format.ts';
import { Hint } from '../parts/text.tsx';
import { readableDomain } from '../readable-domain.ts';
import classes from './bubble-map.module.css';
import { Domain, Keyword } from './cells.tsx';
import { Panel } from './figures.tsx';
import { type Data, flag, num, text } from './read.ts';
import { visitsOf } from './table.tsx';

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

/** One thing on a map. */
interface Bubble {
  readonly name: string;
  readonly x: number;
  /** Above 0: its axis is logarithmic. */
  readonly y: number;
  /** Anything from 0 up; the largest of the map has the largest circle. */
  readonly size: number;
  /** Set back behind the others. */
  readonly isQuiet?: boolean;
  /** All figures in words. */
  readonly facts: string;
}

interface Axis {
  readonly name: string;
  readonly text: (value: number) => string;
}

interface BubbleMapProps {
  readonly title: string;
  readonly note: string;
  readonly label: string;
  readonly x: Axis & { readonly from: number; readonly to: number };
  readonly y: Axis;
  readonly bubbles: readonly Bubble[];
  /** The name of the chosen one, as a way on. */
  readonly named: ComponentType<{ readonly children: string }>;
}

const height = 320;
const margin = { left: 52, right: 16, top: 14, bottom: 40 };
const [smallest, largest] = [7, 24];
const [letterPixels, linePixels] = [6.4, 15];

/** Circles with their names on two axes. Tab leads to the map, arrows from circle to circle; the table beside it says the same. */
function BubbleMap({ title, note, label, x, y, bubbles, named: Named }: BubbleMapProps) {
  const { ref, width: found } = useElementSize();
  const width = Math.max(280, found);
  const [chosen, setChosen] = useState<string>();
  const marks = useRef(new Map<string, HTMLButtonElement>());
  // From left to right, as the arrows go.
  const sorted = bubbles.toSorted((one, other) => one.x - other.x || one.y - other.y);
  const current = sorted.find(({ name }) => name === chosen) ?? sorted[0];
  if (!current) return null;
  const scaleX = scaleLinear([x.from, x.to], [margin.left + largest, width - margin.right - largest]);
  const heights = bubbles.map((bubble) => bubble.y);
  const scaleY = scaleLog(
    [Math.min(...heights), Math.max(...heights)],
    [height - margin.bottom - largest, margin.top + largest],
  ).nice();
  const top = Math.max(...bubbles.map(({ size }) => size)) || 1;
  // The large ones first, so that no circle hides a smaller one.
  const drawn = sorted
    .toSorted((one, other) => other.size - one.size)
    .map((bubble) => ({
      bubble,
      left: scaleX(bubble.x),
      top: scaleY(bubble.y),
      radius: smallest + (largest - smallest) * Math.sqrt(Math.max(0, bubble.size) / top),
    }));
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const next = step === undefined ? undefined : sorted[sorted.indexOf(current) + step];
    if (!next) return;
    event.preventDefault();
    setChosen(next.name);
    marks.current.get(next.name)?.focus();
  };
  const ticks = {
    x: scaleX.ticks(5).map((tick) => ({ at: scaleX(tick), text: x.text(tick) })),
    y: scaleY
      .ticks(4)
      .filter((tick) => Number.isInteger(Math.log10(tick)))
      .map((tick) => ({ at: scaleY(tick), text: y.text(tick) })),
  };
  return (
    <Panel title={title} note={note}>
      <figure ref={ref} className={classes.map} aria-label={label}>
        <div className={classes.field} style={{ width, height }}>
          <Axes x={x.name} y={y.name} ticks={ticks} width={width} names={namesOf(drawn, width)} />
          {drawn.map(({ bubble, left, top: at, radius }) => (
            <button
              key={bubble.name}
              type="button"
              ref={(mark) => {
                if (mark) marks.current.set(bubble.name, mark);
              }}
              tabIndex={bubble === current ? 0 : -1}
              aria-label={`${bubble.name}: ${bubble.facts}`}
              className={classes.bubble}
              data-chosen={bubble.name === chosen || undefined}
              data-quiet={bubble.isQuiet || undefined}
              style={{ left: left - radius, top: at - radius, width: 2 * radius, height: 2 * radius }}
              onKeyDown={move}
              onFocus={() => setChosen(bubble.name)}
              onClick={() => setChosen(bubble.name)}
              onMouseEnter={() => setChosen(bubble.name)}
            />
          ))}
        </div>
        <figcaption className={classes.detail}>
          <Group gap={8}>
            <Named>{current.name}</Named>
            <Hint>{current.facts}</Hint>
          </Group>
        </figcaption>
      </figure>
    </Panel>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

interface Drawn {
  readonly bubble: Bubble;
  readonly left: number;
  readonly top: number;
  readonly radius: number;
}

/** Names beside their circles, the larger ones first; one that would cover another is left to the hover. */
function namesOf(drawn: readonly Drawn[], width: number) {
  const placed: { text: string; x: number; y: number; end: number }[] = [];
  for (const { bubble, left, top, radius } of drawn) {
    const text = readableDomain(bubble.name);
    const long = text.length * letterPixels;
    const isRight = left + radius + 4 + long < width;
    const x = isRight ? left + radius + 4 : left - radius - 4 - long;
    const name = { text, x, y: top, end: x + long };
    const covers = placed.some(
      (other) => Math.abs(other.y - top) < linePixels && x < other.end && other.x < name.end,
    );
    if (x > 0 && !covers) placed.push(name);
  }
  return placed;
}

type Ticks = readonly { readonly at: number; readonly text: string }[];

interface AxesProps {
  readonly x: string;
  readonly y: string;
  readonly ticks: { readonly x: Ticks; readonly y: Ticks };
  readonly width: number;
  readonly names: ReturnType<typeof namesOf>;
}

function Axes({ x, y, ticks, width, names }: AxesProps) {
  const [right, bottom] = [width - margin.right, height - margin.bottom];
  return (
    <svg width={width} height={height} className={classes.axes} aria-hidden="true">
      {ticks.y.map(({ at, text }) => (
        <g key={text}>
          <line x1={margin.left} x2={right} y1={at} y2={at} />
          <text x={margin.left - 8} y={at} dy="0.35em" textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {ticks.x.map(({ at, text }) => (
        <g key={text}>
          <line x1={at} x2={at} y1={margin.top} y2={bottom} />
          <text x={at} y={bottom + 14} textAnchor="middle">
            {text}
          </text>
        </g>
      ))}
      <text x={right} y={height - 6} textAnchor="end">
        {`${x} →`}
      </text>
      <text x={0} y={10}>
        {`↑ ${y}`}
      </text>
      {names.map(({ text, x: at, y: on }) => (
        <text key={text} x={at} y={on} dy="0.35em" className={classes.name}>
          {text}
        </text>
      ))}
    </svg>
  );
}
