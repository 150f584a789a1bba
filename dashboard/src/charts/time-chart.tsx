import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Link } from '../router.tsx';
import type { Measure } from './history-measures.ts';
import { LinesOverTime, type Placed } from './lines-over-time.tsx';
import { momentsAt, positionScale, type Scale, valueScale } from './time-axis.ts';
import classes from './time-chart.module.css';

/** One answer on the axis of time. */
export interface Moment {
  readonly time: number;
  /** Where the answer is opened. */
  readonly href: string;
  /** Its time and its values in words. */
  readonly text: string;
}

/** A line with the letter and the color that stand for it. */
export interface Line {
  readonly letter: string;
  readonly color: string;
  readonly values: readonly (number | null | undefined)[];
}

interface TimeChartProps {
  readonly label: string;
  readonly measure: Pick<Measure, 'isPosition' | 'absent'>;
  /** Oldest first. */
  readonly moments: readonly Moment[];
  readonly lines: readonly Line[];
  /** A moment below the axis. */
  readonly timeText: (time: number) => string;
}

const height = 300;
const margin = { left: 56, right: 48, top: 16, bottom: 26 };
/** Height of the strip below the axis, where what was not found stands. */
const absentHeight = 40;
const labelWidth = 150;
/** Points nearer to each other than this are drawn small. */
const closePixels = 10;

/** Lines over time. Tab leads to the answers, arrows from one to the next, Enter opens it. */
export function TimeChart({ label, measure, moments, lines, timeText }: TimeChartProps) {
  const { ref, width: found } = useElementSize();
  const width = Math.max(260, found);
  // By its address: earlier answers may still come before it.
  const [chosen, setChosen] = useState<string>();
  const links = useRef(new Map<string, HTMLAnchorElement>());
  const current = moments.find(({ href }) => href === chosen) ?? moments.at(-1);
  const placed = placesFor({ width, measure, moments, lines });
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const next = step && current && moments[moments.indexOf(current) + step];
    if (!next) return;
    event.preventDefault();
    setChosen(next.href);
    links.current.get(next.href)?.focus();
  };
  const ticks = momentsAt(...placed.span, Math.min(5, Math.max(2, Math.floor(width / labelWidth))));
  return (
    <figure ref={ref} className={classes.chart} aria-label={label}>
      <div className={classes.field} style={{ width, height }}>
        <LinesOverTime
          {...{ width, height, margin, placed, lines }}
          absent={placed.absentY === undefined ? undefined : measure.absent}
          ticks={ticks.map((time) => ({ x: placed.x(time), text: timeText(time) }))}
        />
        {moments.map((moment, index) => (
          <Link
            key={moment.href}
            href={moment.href}
            ref={(link: HTMLAnchorElement | null) => {
              if (link) links.current.set(moment.href, link);
            }}
            className={classes.moment}
            style={areaOf(index, moments, placed)}
            data-chosen={moment === current || undefined}
            tabIndex={moment === current ? 0 : -1}
            aria-label={`Open the answer of ${moment.text}`}
            onKeyDown={move}
            onFocus={() => setChosen(moment.href)}
            onMouseEnter={() => setChosen(moment.href)}
          />
        ))}
      </div>
      <figcaption className={classes.detail}>{current?.text}</figcaption>
    </figure>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

interface PlacesInput extends Pick<TimeChartProps, 'measure' | 'moments' | 'lines'> {
  readonly width: number;
}

/** Where values and moments lie; positions grow downward. */
function placesFor({ width, measure, moments, lines }: PlacesInput): Placed {
  const values = lines.flatMap((line) => line.values);
  const known = values.filter((value) => typeof value === 'number');
  const scale = scaleFor(known, measure.isPosition);
  const hasAbsent = values.includes(null);
  const bottom = height - margin.bottom - (hasAbsent ? absentHeight : 0);
  const times = moments.map(({ time }) => time);
  const span = [Math.min(...times), Math.max(...times)] as const;
  const right = width - margin.right;
  return {
    scale,
    span,
    bottom,
    absentY: hasAbsent ? bottom + absentHeight - 10 : undefined,
    radius: (right - margin.left) / times.length < closePixels ? 2 : 3.5,
    moments: times,
    x: (time) => between(time, span, [margin.left + 8, right - 8]),
    y: (value) =>
      between(
        value,
        [scale.from, scale.to],
        measure.isPosition ? [margin.top, bottom] : [bottom, margin.top],
      ),
  };
}

function scaleFor(known: readonly number[], isPosition: boolean): Scale {
  if (isPosition) return positionScale(known);
  return valueScale(known.length > 0 ? known : [0, 1]);
}

type Span = readonly [number, number];

function between(value: number, [from, to]: Span, [start, end]: Span): number {
  return to === from ? (start + end) / 2 : start + ((value - from) / (to - from)) * (end - start);
}

/** The strip of an answer reaches half the way to its neighbors. */
function areaOf(index: number, moments: readonly Moment[], { x, bottom, absentY }: Placed) {
  const at = (place: number) => x(moments[place]?.time ?? 0);
  const left = index === 0 ? at(0) - 10 : (at(index - 1) + at(index)) / 2;
  const last = index === moments.length - 1;
  const right = last ? at(index) + 10 : (at(index) + at(index + 1)) / 2;
  const end = absentY === undefined ? bottom : absentY + 10;
  return { left, top: margin.top - 8, width: Math.max(1, right - left), height: end - margin.top + 8 };
}
