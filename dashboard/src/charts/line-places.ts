import { scaleLinear, scaleUtc } from 'd3-scale';
import { line as lineOf } from 'd3-shape';

/** A value over time; null where it was looked for and not found, undefined where it is not known. */
export type Reading = number | null | undefined;

export interface ChartLine {
  readonly name: string;
  readonly color: string;
  readonly values: readonly Reading[];
  /** The period before, day for day. */
  readonly before?: readonly Reading[] | undefined;
  readonly text: (value: number) => string;
  /** Lines with the same axis share its scale. */
  readonly axis?: string;
  /** 1 is best and stands on top. */
  readonly isPosition?: boolean;
  /** Written at the end of the line in place of its last value. */
  readonly letter?: string;
}

export const margin = { top: 28, right: 60, bottom: 26, left: 52 } as const;
/** Height of the strip below the axis, where what was not found stands. */
const absentHeight = 34;
const tickCount = 4;
const labelPixels = 110;

export type Places = ReturnType<typeof placesFor>;

interface PlacesInput {
  readonly width: number;
  readonly height: number;
  readonly moments: readonly number[];
  readonly lines: readonly ChartLine[];
  /** Whether what was not found has a strip of its own. */
  readonly hasAbsent: boolean;
}

/** Where everything of a chart lies, in pixels of its drawing. */
export function placesFor({ width, height, moments, lines, hasAbsent }: PlacesInput) {
  const strip = hasAbsent && lines.some(({ values }) => values.includes(null)) ? absentHeight : 0;
  const bottom = height - margin.bottom - strip;
  const right = width - margin.right;
  const ends = [Math.min(...moments), Math.max(...moments)];
  const x = scaleLinear().domain(ends).range([margin.left, right]);
  const axes = [...Map.groupBy(lines, ({ axis, name }) => axis ?? name).values()].map((same) => ({
    lines: same,
    scale: scaleOf(same, [bottom, margin.top]),
    ticks: ticksOf(same, scaleOf(same, [bottom, margin.top])),
  }));
  const scaleFor = (line: ChartLine) => axes.find((axis) => axis.lines.includes(line))?.scale;
  return {
    bottom,
    right,
    axes,
    absentY: bottom + strip - 12,
    hasStrip: strip > 0,
    x: (index: number) => x(moments[index] ?? 0),
    xOf: (moment: number) => x(moment),
    y: (line: ChartLine, value: number) => scaleFor(line)?.(value) ?? bottom,
    momentTicks: scaleUtc()
      .domain(ends)
      .ticks(Math.max(2, Math.min(6, Math.floor(width / labelPixels))))
      .map((tick) => ({ at: x(Number(tick)), moment: Number(tick) })),
    nearest: (pixels: number) => nearestIndex(moments, x.invert(pixels)),
    path: (line: ChartLine, values: readonly Reading[], from: number, to: number) =>
      lineOf<number>()
        .defined((index) => typeof values[index] === 'number')
        .x((index) => x(moments[index] ?? 0))
        .y((index) => scaleFor(line)?.(values[index] ?? 0) ?? 0)(
        Array.from({ length: Math.max(0, to - from) }, (_, step) => from + step),
      ) ?? '',
  };
}

const fewestPositions = 10;

function scaleOf(lines: readonly ChartLine[], [bottom, top]: readonly [number, number]) {
  const known = lines
    .flatMap(({ values, before = [] }) => [...values, ...before])
    .filter((value) => typeof value === 'number');
  if (lines.some(({ isPosition }) => isPosition))
    return scaleLinear()
      .domain([Math.max(fewestPositions, ...known), 1])
      .range([bottom, top]);
  const [low, high] = known.length > 0 ? [Math.min(...known), Math.max(...known)] : [0, 1];
  // From zero: a small change must not look like a large one.
  const from = Math.min(0, low);
  return scaleLinear()
    .domain([from, high > from ? high : from + 1])
    .nice(tickCount)
    .range([bottom, top]);
}

function ticksOf(lines: readonly ChartLine[], scale: ReturnType<typeof scaleOf>): readonly number[] {
  if (!lines.some(({ isPosition }) => isPosition)) return scale.ticks(tickCount);
  return [1, ...scale.ticks(tickCount).filter((tick) => tick > 1)];
}

function nearestIndex(moments: readonly number[], moment: number): number {
  const distance = (index: number) => Math.abs((moments[index] ?? 0) - moment);
  return moments.reduce((best, _, index) => (distance(index) < distance(best) ? index : best), 0);
}
