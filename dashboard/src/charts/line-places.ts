import { type ScaleTime, scaleLinear, scaleUtc } from 'd3-scale';
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
}

/** What a chart shows, and how large. */
export interface Plotted {
  readonly width: number;
  readonly height: number;
  /** In milliseconds. */
  readonly moments: readonly number[];
  readonly momentText: (moment: number) => string;
  readonly lines: readonly ChartLine[];
  /** What is said of values that were looked for and not found; they have a strip below the axis then. */
  readonly absent: string | undefined;
}

export const margin = { top: 28, right: 60, bottom: 26, left: 52 } as const;
/** Height of the strip below the axis, where what was not found stands. */
const absentHeight = 34;
const tickCount = 4;
const labelPixels = 110;
const letterPixels = 6.5;

export type Places = ReturnType<typeof placesFor>;

/** Where everything of a chart lies, in pixels of its drawing. */
export function placesFor({ width, height, moments, momentText, lines, absent }: Plotted) {
  const hasStrip = absent !== undefined && lines.some(({ values }) => values.includes(null));
  const strip = hasStrip ? absentHeight : 0;
  const bottom = height - margin.bottom - strip;
  const right = width - margin.right;
  const time = scaleUtc([Math.min(...moments), Math.max(...moments)], [margin.left, right]);
  const axes = [...Map.groupBy(lines, ({ axis, name }) => axis ?? name).values()].map((same) => ({
    lines: same,
    ...axisOf(same, [bottom, margin.top]),
  }));
  const x = (index: number) => time(moments[index] ?? 0);
  const y = (line: ChartLine, value: number) =>
    axes.find((axis) => axis.lines.includes(line))?.scale(value) ?? bottom;
  let end = Number.NEGATIVE_INFINITY;
  return {
    bottom,
    right,
    axes,
    absentY: bottom + strip - 12,
    hasStrip,
    x,
    xOf: (moment: number) => time(moment),
    y,
    /** Texts below the axis that do not touch: on a phone fewer of a time than of a day. */
    momentTicks: ticksOf(time, Math.max(2, Math.min(6, Math.floor(width / labelPixels))))
      .map((tick) => ({ at: time(tick), text: momentText(Number(tick)) }))
      .filter(({ at, text }) => {
        const half = ((text.length + 1) * letterPixels) / 2;
        if (at - half < end) return false;
        end = at + half;
        return true;
      }),
    /** The place in the list of the moment that lies next to some pixels. */
    nearest: (pixels: number) => {
      const away = moments.map((_, index) => Math.abs(x(index) - pixels));
      return Math.max(0, away.indexOf(Math.min(...away)));
    },
    path: (line: ChartLine, values: readonly Reading[]) =>
      lineOf<Reading>(
        (_, index) => x(index),
        (value) => y(line, value ?? 0),
      ).defined(isKnown)(values) ?? '',
  };
}

/** As many as have room: where months are too few and weeks too many, every second week. */
function ticksOf(time: ScaleTime<number, number>, count: number) {
  const [few, many] = [time.ticks(count), time.ticks(2 * count)];
  return few.length < Math.min(count, tickCount) ? many.filter((_, at) => at % 2 === 0) : few;
}

export const isKnown = (value: Reading) => typeof value === 'number';

const fewestPositions = 10;

function axisOf(lines: readonly ChartLine[], range: readonly [number, number]) {
  const known = lines.flatMap(({ values, before = [] }) => [...values, ...before]).filter(isKnown);
  if (lines.some(({ isPosition }) => isPosition)) {
    const scale = scaleLinear([Math.max(fewestPositions, ...known), 1], range);
    return { scale, ticks: [1, ...scale.ticks(tickCount).filter((tick) => tick > 1)] };
  }
  // From zero: a small change must not look like a large one.
  const [from, to] = [Math.min(0, ...known), Math.max(...known)];
  const scale = scaleLinear([from, to > from ? to : from + 1], range).nice(tickCount);
  return { scale, ticks: scale.ticks(tickCount) };
}
