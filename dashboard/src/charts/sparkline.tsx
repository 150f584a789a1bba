import { number } from '../format.ts';

interface SparklineProps {
  /** Oldest first; null where nothing is known. */
  readonly values: readonly (number | null)[];
  /** What is counted, in words. */
  readonly unit?: string;
  readonly text?: (value: number | null | undefined) => string;
  readonly width?: number;
  readonly height?: number;
}

/** Of a long series means of as many values as there is room for. */
function thinned(values: SparklineProps['values'], most: number): SparklineProps['values'] {
  const each = Math.ceil(values.length / most);
  if (each < 2) return values;
  return Array.from({ length: Math.ceil(values.length / each) }, (_, at) => {
    const known = values.slice(at * each, (at + 1) * each).filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
  });
}

/** Values over time as a line. */
export function Sparkline(props: SparklineProps) {
  const { unit = 'searches a month', text = number, width = 88, height = 24 } = props;
  const values = thinned(props.values, width / 2);
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return <>–</>;
  const max = Math.max(...known) || 1;
  // From half of the lowest value: seasons show, and a quiet year still looks quiet.
  const base = Math.min(...known) / 2;
  const step = (width - 4) / Math.max(1, values.length - 1);
  const heightOf = (value: number) => height - 3 - ((value - base) / (max - base)) * (height - 6);
  const points = values.flatMap((value, index) =>
    value === null ? [] : [`${2 + index * step},${heightOf(value)}`],
  );
  const label = `From ${text(known[0])} to ${text(known.at(-1))} ${unit}`;
  return (
    <svg width={width} height={height} role="img" aria-label={label}>
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="var(--mantine-color-glass-6)"
        strokeWidth="1.6"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
