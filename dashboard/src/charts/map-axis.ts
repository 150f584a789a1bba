/** One side of a map. */
export interface Axis {
  readonly name: string;
  /** The values at its ends; of a logarithmic one both above 0. */
  readonly from: number;
  readonly to: number;
  readonly isLogarithmic?: boolean;
  text(value: number): string;
}

/** Where values lie between two places of the drawing; what is beyond the axis lies at its end. */
export function placesOn(axis: Axis, [start, end]: readonly [number, number]): (value: number) => number {
  const scaled = (value: number) => (axis.isLogarithmic ? Math.log10(Math.max(1, value)) : value);
  const [low, high] = [scaled(axis.from), scaled(axis.to)];
  return (value) => {
    const share = high === low ? 0.5 : (scaled(value) - low) / (high - low);
    return start + Math.min(1, Math.max(0, share)) * (end - start);
  };
}

/** Values that are written at an axis: powers of ten, or quarters. */
export function ticksOn({ from, to, isLogarithmic }: Axis): readonly number[] {
  if (!isLogarithmic) return [0, 0.25, 0.5, 0.75, 1].map((share) => from + share * (to - from));
  const [low, high] = [Math.ceil(Math.log10(from)), Math.floor(Math.log10(to))];
  return Array.from({ length: Math.max(0, high - low + 1) }, (_, step) => 10 ** (low + step));
}

/** The powers of ten around all values. */
export function aroundAll(values: readonly number[]): { readonly from: number; readonly to: number } {
  const known = values.filter((value) => value > 0);
  if (known.length === 0) return { from: 1, to: 10 };
  const from = 10 ** Math.floor(Math.log10(Math.min(...known)));
  const to = 10 ** Math.ceil(Math.log10(Math.max(...known)));
  return { from, to: to > from ? to : from * 10 };
}
