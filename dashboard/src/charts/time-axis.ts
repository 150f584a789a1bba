/** The values that an axis shows, and those that are written at it. */
export interface Scale {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
}

const fewestPositions = 10;

/** From position 1 to the worst of them, and never less than one page of results. */
export function positionScale(values: readonly number[]): Scale {
  const worst = Math.max(fewestPositions, ...values);
  const step = Math.ceil((worst - 1) / 4);
  const ticks = [1, 2, 3, 4, 5].map((place) => 1 + (place - 1) * step);
  return { from: 1, to: worst, ticks: ticks.filter((tick) => tick <= worst) };
}

/** Around all values, in round steps; from zero where the values reach near it. */
export function valueScale(values: readonly number[]): Scale {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const bottom = low >= 0 && low < high / 2 ? 0 : low;
  const step = roundStep((high - bottom || Math.abs(high) / 2 || 1) / 4);
  const from = Math.floor(bottom / step) * step;
  const to = Math.max(from + step, Math.ceil(high / step) * step);
  const count = Math.round((to - from) / step);
  return { from, to, ticks: Array.from({ length: count + 1 }, (_, index) => from + index * step) };
}

/** 1, 2 or 5 times a power of ten, at least `size`. */
function roundStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= size * 0.999) ?? 10;
  return factor * power;
}

/** Moments to write below the axis, evenly between the first and the last, both included. */
export function momentsAt(from: number, to: number, count: number): readonly number[] {
  if (to === from) return [from];
  return Array.from({ length: count }, (_, index) => from + ((to - from) * index) / (count - 1));
}
