import { exactNumber, shortNumber } from '../format.ts';
import type { Scale } from './time-axis.ts';
import classes from './time-chart.module.css';
import type { Line } from './time-chart.tsx';

/** Where everything of a chart lies, in pixels of its drawing. */
export interface Placed {
  readonly scale: Scale;
  /** First and last moment. */
  readonly span: readonly [number, number];
  readonly moments: readonly number[];
  readonly bottom: number;
  /** Height of what was not found; undefined where all was. */
  readonly absentY: number | undefined;
  /** Of a point; smaller where points stand close. */
  readonly radius: number;
  x(time: number): number;
  y(value: number): number;
}

interface LinesProps {
  readonly width: number;
  readonly height: number;
  readonly margin: { readonly left: number; readonly right: number };
  readonly placed: Placed;
  readonly lines: readonly Line[];
  /** What the strip below the axis means. */
  readonly absent: string | undefined;
  readonly ticks: readonly { readonly x: number; readonly text: string }[];
}

/** The drawing of a chart over time; what it says is said beside it. */
export function LinesOverTime({ width, height, margin, placed, lines, absent, ticks }: LinesProps) {
  const right = width - margin.right;
  return (
    <svg width={width} height={height} className={classes.axes} aria-hidden="true">
      {placed.scale.ticks.map((tick) => (
        <g key={tick}>
          <line x1={margin.left} x2={right} y1={placed.y(tick)} y2={placed.y(tick)} />
          <text x={margin.left - 8} y={placed.y(tick)} dy="0.35em" textAnchor="end">
            {tickText(tick)}
          </text>
        </g>
      ))}
      {absent === undefined ? null : (
        <text x={0} y={(placed.absentY ?? 0) - 8}>
          {absent}
        </text>
      )}
      {ticks.map(({ x, text }, index) => (
        <text key={x} x={x} y={height - 6} textAnchor={anchorOf(index, ticks.length)}>
          {text}
        </text>
      ))}
      {lines.map((line) => (
        <LineOverTime key={line.letter} line={line} placed={placed} />
      ))}
      {lettersOf(lines, placed).map(({ x, y, letters }) => (
        <text key={`${x} ${y}`} x={x + 9} y={y} dy="0.35em" className={classes.letter}>
          {letters}
        </text>
      ))}
    </svg>
  );
}

function LineOverTime({ line, placed }: { readonly line: Line; readonly placed: Placed }) {
  const { moments, x, y, radius, absentY = 0 } = placed;
  return (
    <g>
      <path d={pathOf(line, placed)} stroke={line.color} />
      {moments.map((time, index) => {
        const value = line.values[index];
        if (value === undefined) return null;
        return (
          <circle
            key={time}
            cx={x(time)}
            cy={value === null ? absentY : y(value)}
            r={radius}
            fill={value === null ? 'none' : line.color}
            stroke={line.color}
          />
        );
      })}
    </g>
  );
}

/** The line ends where a value is missing, and begins anew behind it. */
function pathOf({ values }: Line, { moments, x, y }: Placed): string {
  return moments
    .map((time, index) => {
      const value = values[index];
      if (typeof value !== 'number') return '';
      const begins = typeof values[index - 1] !== 'number';
      return `${begins ? 'M' : 'L'}${x(time).toFixed(1)},${y(value).toFixed(1)}`;
    })
    .join('');
}

/** The letter of each line at its last point; those that end in one place share it. */
function lettersOf(lines: readonly Line[], { moments, x, y, absentY = 0 }: Placed) {
  const ends = lines.flatMap(({ letter, values }) => {
    const last = moments.findLastIndex((_, index) => values[index] !== undefined);
    const value = values[last];
    const time = moments[last];
    if (value === undefined || time === undefined) return [];
    return [{ letter, x: x(time), y: Math.round(value === null ? absentY : y(value)) }];
  });
  const places = Map.groupBy(ends, (end) => `${end.x} ${end.y}`);
  return [...places.values()].map((same) => ({
    x: same[0]?.x ?? 0,
    y: same[0]?.y ?? 0,
    letters: same.map(({ letter }) => letter).join(''),
  }));
}

function tickText(value: number): string {
  return Math.abs(value) < 1_000 ? exactNumber(value) : shortNumber(value);
}

function anchorOf(index: number, count: number): 'start' | 'middle' | 'end' {
  if (index === 0 && count > 1) return 'start';
  return index === count - 1 && count > 1 ? 'end' : 'middle';
}
