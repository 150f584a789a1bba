import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import classes from './bubble-map.module.css';
import { type Axis, placesOn, ticksOn } from './map-axis.ts';

/** One thing on a map. */
export interface Bubble {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** Anything from 0 up; the largest of the map has the largest circle. */
  readonly size: number;
  /** Stands in the circle, so that nothing is told by color alone. */
  readonly letter: string;
  readonly color: string;
  /** All figures in words. */
  readonly facts: string;
}

interface BubbleMapProps {
  readonly label: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly bubbles: readonly Bubble[];
  /** What is shown of the chosen one. */
  readonly detail: (bubble: Bubble) => ReactNode;
}

const height = 320;
const margin = { left: 52, right: 16, top: 14, bottom: 40 };
const [smallest, largest] = [7, 24];

/** Circles on two axes. Tab leads to the map, arrows from circle to circle; the table beside it says the same. */
export function BubbleMap({ label, x, y, bubbles, detail }: BubbleMapProps) {
  const { ref, width: found } = useElementSize();
  const width = Math.max(280, found);
  const [chosen, setChosen] = useState<string>();
  const marks = useRef(new Map<string, HTMLButtonElement>());
  // From left to right, as the arrows go.
  const sorted = bubbles.toSorted((one, other) => one.x - other.x || one.y - other.y);
  const current = sorted.find(({ name }) => name === chosen) ?? sorted[0];
  if (!current) return null;
  const placeX = placesOn(x, [margin.left + largest, width - margin.right - largest]);
  const placeY = placesOn(y, [height - margin.bottom - largest, margin.top + largest]);
  const top = Math.max(...bubbles.map(({ size }) => size)) || 1;
  const radiusOf = ({ size }: Bubble) => smallest + (largest - smallest) * Math.sqrt(Math.max(0, size) / top);
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const next = step === undefined ? undefined : sorted[sorted.indexOf(current) + step];
    if (!next) return;
    event.preventDefault();
    setChosen(next.name);
    marks.current.get(next.name)?.focus();
  };
  // The large ones first, so that no circle hides a smaller one.
  const drawn = sorted.toSorted((one, other) => other.size - one.size);
  return (
    <figure ref={ref} className={classes.map} aria-label={label}>
      <div className={classes.field} style={{ width, height }}>
        <Axes x={x} y={y} width={width} placeX={placeX} placeY={placeY} />
        {drawn.map((bubble) => (
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
            style={{
              left: placeX(bubble.x) - radiusOf(bubble),
              top: placeY(bubble.y) - radiusOf(bubble),
              width: 2 * radiusOf(bubble),
              height: 2 * radiusOf(bubble),
              background: `color-mix(in srgb, ${bubble.color} 34%, transparent)`,
            }}
            onKeyDown={move}
            onFocus={() => setChosen(bubble.name)}
            onClick={() => setChosen(bubble.name)}
            onMouseEnter={() => setChosen(bubble.name)}
          >
            {bubble.letter}
          </button>
        ))}
      </div>
      <figcaption className={classes.detail}>{detail(current)}</figcaption>
    </figure>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

interface AxesProps {
  readonly x: Axis;
  readonly y: Axis;
  readonly width: number;
  readonly placeX: (value: number) => number;
  readonly placeY: (value: number) => number;
}

function Axes({ x, y, width, placeX, placeY }: AxesProps) {
  const [right, bottom] = [width - margin.right, height - margin.bottom];
  return (
    <svg width={width} height={height} className={classes.axes} aria-hidden="true">
      {ticksOn(y).map((tick) => (
        <g key={tick}>
          <line x1={margin.left} x2={right} y1={placeY(tick)} y2={placeY(tick)} />
          <text x={margin.left - 8} y={placeY(tick)} dy="0.35em" textAnchor="end">
            {y.text(tick)}
          </text>
        </g>
      ))}
      {ticksOn(x).map((tick) => (
        <g key={tick}>
          <line x1={placeX(tick)} x2={placeX(tick)} y1={margin.top} y2={bottom} />
          <text x={placeX(tick)} y={bottom + 14} textAnchor="middle">
            {x.text(tick)}
          </text>
        </g>
      ))}
      <text x={right} y={height - 6} textAnchor="end">
        {`${x.name} →`}
      </text>
      <text x={0} y={10}>
        {`↑ ${y.name}`}
      </text>
    </svg>
  );
}
