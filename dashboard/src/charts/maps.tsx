import { Group } from '@mantine/core';
import { scaleLinear, scaleLog } from 'd3-scale';
import { type ComponentType, type KeyboardEvent, useState } from 'react';
import { money, number, percent, shortNumber, words } from '../format.ts';
import { Hint } from '../parts/text.tsx';
import { useChartWidth } from '../parts/use-wide.ts';
import { readableDomain } from '../readable-domain.ts';
import classes from './bubble-map.module.css';
import { Domain, Keyword } from './cells.tsx';
import { Panel } from './figures.tsx';
import { type Data, flag, num, text } from './read.ts';
import { visitsOf } from './table.tsx';

/** Competitors by how near they are and how large. */
export function CompetitorMap({ list }: { readonly list: readonly Data[] }) {
  return (
    <BubbleMap
      rows={list}
      things="competitors"
      nameOf={(row) => text(row, 'competitor')}
      named={Domain}
      x={{ name: 'Relevance', of: (row) => num(row, 'relevance'), text: percent, step: 0.1 }}
      y={{ name: 'Visits a month', of: visitsOf }}
      size={{ name: 'Shared keywords', of: (row) => num(row, 'shared_keywords'), text: number }}
    />
  );
}

/** Keywords by how hard they are and how often they are searched; what is worth a page is on the upper left. */
export function KeywordMap({ keywords }: { readonly keywords: readonly Data[] }) {
  return (
    <BubbleMap
      rows={keywords}
      things="keywords"
      nameOf={(row) => text(row, 'keyword')}
      named={Keyword}
      x={{ name: 'Difficulty', of: (row) => num(row, 'difficulty'), text: number, step: 20 }}
      y={{ name: 'Searches a month', of: (row) => num(row, 'monthly_volume') }}
      size={{ name: 'Cost per click', of: (row) => num(row, 'cpc_usd'), text: money }}
    />
  );
}

interface Scale {
  readonly name: string;
  readonly of: (row: Data) => number | null;
}

interface WrittenScale extends Scale {
  readonly text: (value: number) => string;
}

interface BubbleMapProps {
  readonly rows: readonly Data[];
  /** What the rows are, in words. */
  readonly things: string;
  readonly nameOf: (row: Data) => string;
  /** The name of the chosen one, as a way on. */
  readonly named: ComponentType<{ readonly children: string }>;
  /** Begins and ends at a multiple of its step. */
  readonly x: WrittenScale & { readonly step: number };
  /** Logarithmic: what is not above 0 is left out. */
  readonly y: Scale;
  /** The largest of the map has the largest circle. */
  readonly size: WrittenScale;
}

/** More circles than these cover each other, and two make no map; the table has all rows. */
const [fewest, most] = [3, 60];

const height = 320;
const margin = { left: 52, right: 16, top: 14, bottom: 40 };
const [smallest, largest] = [7, 24];
const [letterPixels, linePixels] = [6.4, 15];

/** Circles with their names on two axes. Tab leads to the map, arrows from circle to circle; the table beside it says the same. */
function BubbleMap(props: BubbleMapProps) {
  const { things, x, y, size, named: Named } = props;
  const { ref, width } = useChartWidth();
  const [chosen, setChosen] = useState<string>();
  const { bubbles, ticks } = placed(props, width);
  const current = bubbles.find(({ name }) => name === chosen) ?? bubbles[0];
  if (!current || bubbles.length < fewest) return null;
  const [across, up] = [x.name, y.name.toLowerCase()];
  return (
    <Panel title={`${across} and ${up}`} note={`Size of the circles: ${size.name.toLowerCase()}.`}>
      <figure
        ref={ref}
        className={classes.map}
        aria-label={`${bubbles.length} ${things} by ${across.toLowerCase()} and ${up}; the table has their figures`}
      >
        <div className={classes.field} style={{ width, height }}>
          <Axes x={x.name} y={y.name} ticks={ticks} width={width} names={namesOf(bubbles, width)} />
          {bubbles.map((bubble) => (
            <button
              key={bubble.name}
              type="button"
              tabIndex={bubble === current ? 0 : -1}
              aria-label={`${bubble.name}: ${bubble.facts}`}
              className={classes.bubble}
              data-chosen={bubble.name === chosen || undefined}
              data-quiet={bubble.isQuiet || undefined}
              style={bubble.place}
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

/** Circles stand in the page from left to right. */
function move(event: KeyboardEvent): void {
  const { previousElementSibling: before, nextElementSibling: after } = event.currentTarget;
  const ways: Readonly<Record<string, Element | null>> = {
    ...{ ArrowRight: after, ArrowDown: after },
    ...{ ArrowLeft: before, ArrowUp: before },
  };
  const next = ways[event.key];
  if (!(next instanceof HTMLButtonElement)) return;
  event.preventDefault();
  next.focus();
}

/** Where each circle and each tick lies. */
function placed({ rows, nameOf, x, y, size }: BubbleMapProps, width: number) {
  const known = rows.flatMap((row) => {
    const [across, up, weight] = [x.of(row), y.of(row), size.of(row)];
    if (across === null || up === null || up <= 0) return [];
    const intent = text(row, 'intent');
    const facts = [
      `${x.name.toLowerCase()} ${x.text(across)}`,
      `${y.name.toLowerCase()} ${number(up)}`,
      ...(intent ? [words(intent).toLowerCase()] : []),
      ...(weight === null ? [] : [`${size.name.toLowerCase()} ${size.text(weight)}`]),
    ];
    const isQuiet = flag(row, 'is_giant');
    return [{ name: nameOf(row), across, up, weight: weight ?? 0, isQuiet, facts: facts.join(' · ') }];
  });
  const shown = known.slice(0, most).toSorted((one, other) => one.across - other.across || one.up - other.up);
  const [hard, heights] = [shown.map(({ across }) => across), shown.map(({ up }) => up)];
  const from = x.step * Math.floor(Math.min(...hard) / x.step);
  const to = Math.max(from + x.step, x.step * Math.ceil(Math.max(...hard) / x.step));
  const scaleX = scaleLinear([from, to], [margin.left + largest, width - margin.right - largest]);
  const scaleY = scaleLog(
    [Math.min(...heights), Math.max(...heights)],
    [height - margin.bottom - largest, margin.top + largest],
  ).nice();
  const top = Math.max(...shown.map(({ weight }) => weight)) || 1;
  return {
    bubbles: shown.map((bubble) => {
      const [left, above] = [scaleX(bubble.across), scaleY(bubble.up)];
      const radius = smallest + (largest - smallest) * Math.sqrt(Math.max(0, bubble.weight) / top);
      const box = { left: left - radius, top: above - radius, width: 2 * radius, height: 2 * radius };
      // The small ones before the large ones, so that no circle hides a smaller one.
      return { ...bubble, left, top: above, radius, place: { ...box, zIndex: Math.round(largest - radius) } };
    }),
    ticks: {
      x: scaleX
        .ticks(Math.min(6, Math.round(width / 110)))
        .map((tick) => ({ at: scaleX(tick), text: x.text(tick) })),
      y: scaleY
        .ticks(4)
        .filter((tick) => Number.isInteger(Math.log10(tick)))
        .map((tick) => ({ at: scaleY(tick), text: shortNumber(tick) })),
    },
  };
}

type Placed = ReturnType<typeof placed>;

/** Names around their circles, the larger ones first; one that would cover a name or a circle is left to the hover. */
function namesOf(bubbles: Placed['bubbles'], width: number) {
  const names: { text: string; x: number; y: number; end: number }[] = [];
  for (const bubble of bubbles.toSorted((one, other) => other.radius - one.radius)) {
    const text = readableDomain(bubble.name);
    const long = text.length * letterPixels;
    const { left, top, radius } = bubble;
    const [away, middle] = [radius + 4, left - long / 2];
    const isFree = ([x, y]: readonly [number, number]) =>
      x > margin.left &&
      x + long < width &&
      !names.some((other) => Math.abs(other.y - y) < linePixels && x < other.end && other.x < x + long) &&
      !bubbles.some((other) => other !== bubble && gapTo(other, { x, y, long }) < other.radius);
    const place = (
      [
        [left + away, top],
        [left - away - long, top],
        [middle, top - away - 6],
        [middle, top + away + 7],
      ] as const
    ).find(isFree);
    if (place) names.push({ text, x: place[0], y: place[1], end: place[0] + long });
  }
  return names;
}

/** Pixels from the middle of a circle to a text. */
function gapTo({ left, top }: Placed['bubbles'][number], text: Readonly<Record<'x' | 'y' | 'long', number>>) {
  const across = Math.max(0, text.x - left, left - text.x - text.long);
  return Math.hypot(across, Math.max(0, Math.abs(text.y - top) - linePixels / 2));
}

interface AxesProps extends Pick<Placed, 'ticks'> {
  readonly x: string;
  readonly y: string;
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
      <text x={right} y={height - 6} textAnchor="end">{`${x} →`}</text>
      <text x={0} y={10}>{`↑ ${y}`}</text>
      {names.map((name) => (
        <text key={name.text} x={name.x} y={name.y} dy="0.35em" className={classes.name}>
          {name.text}
        </text>
      ))}
    </svg>
  );
}
