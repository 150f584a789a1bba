import type { RefObject } from 'react';
import classes from './line-chart.module.css';
import { type ChartLine, isKnown, margin, type Places, type Plotted } from './line-places.ts';

export interface ChartMark {
  readonly moment: number;
  readonly text: string;
}

/** Pixels between which a pointer was drawn. */
export interface Drag {
  readonly from: number;
  readonly to: number;
}

interface DrawingProps extends Plotted {
  readonly drawing: RefObject<SVGSVGElement | null>;
  readonly marks: readonly ChartMark[];
  /** Values from this place on are still being counted. */
  readonly incompleteFrom: number;
  readonly places: Places;
  readonly drag: Drag | undefined;
  readonly hair: number | undefined;
}

/** The drawing of a line chart; what it says is said beside it. */
export function LineDrawing(props: DrawingProps) {
  const { drawing, places, drag, hair, height, width, lines, marks, incompleteFrom } = props;
  return (
    <svg ref={drawing} width={width} height={height} aria-hidden="true">
      <Axes {...props} />
      {lines.map((line) => (
        <DrawnLine key={line.name} {...{ line, places, incompleteFrom }} />
      ))}
      {marks.map(({ moment, text }) => (
        <path
          key={`${moment} ${text}`}
          d={`M${places.xOf(moment)},${places.bottom - 9}l5,9h-10z`}
          className={classes.mark}
        >
          <title>{text}</title>
        </path>
      ))}
      {hair === undefined ? null : (
        <line className={classes.hair} x1={hair} x2={hair} y1={margin.top} y2={places.bottom} />
      )}
      {drag ? (
        <rect
          className={classes.brush}
          x={Math.min(drag.from, drag.to)}
          width={Math.abs(drag.to - drag.from)}
          y={margin.top}
          height={places.bottom - margin.top}
        />
      ) : null}
    </svg>
  );
}

/** Beside another axis, one is written in the color of its line. */
const inkOf = ({ lines: [line] }: Places['axes'][number], other: object | undefined) =>
  other && { fill: `color-mix(in srgb, ${line?.color} 55%, var(--mantine-color-text))` };

/** The first axis at the left with the grid, a second at the right; more are told by the cross hair. */
function Axes({ places, width, height, absent }: DrawingProps) {
  const [left, right] = places.axes;
  return (
    <g className={classes.axes}>
      {left?.ticks.map((tick) => (
        <g key={tick}>
          <line x1={margin.left} x2={places.right} y1={left.scale(tick)} y2={left.scale(tick)} />
          <text
            x={margin.left - 8}
            y={left.scale(tick)}
            dy="0.35em"
            textAnchor="end"
            style={inkOf(left, right)}
          >
            {left.lines[0]?.text(tick)}
          </text>
        </g>
      ))}
      {right?.ticks.map((tick) => (
        <text
          key={tick}
          x={width - 2}
          y={right.scale(tick)}
          dy="0.35em"
          textAnchor="end"
          style={inkOf(right, right)}
        >
          {right.lines[0]?.text(tick)}
        </text>
      ))}
      {places.momentTicks.map(({ at, text }) => (
        <text key={at} x={at} y={height - 8} textAnchor="middle">
          {text}
        </text>
      ))}
      {places.hasStrip ? (
        <text x={0} y={places.absentY - 8}>
          {absent}
        </text>
      ) : null}
    </g>
  );
}

/** Points nearer to each other than this are drawn small. */
const closePixels = 24;

interface DrawnLineProps extends Pick<DrawingProps, 'places' | 'incompleteFrom'> {
  readonly line: ChartLine;
}

function DrawnLine({ line, places, incompleteFrom }: DrawnLineProps) {
  const { values, before, color } = line;
  const isSparse = (places.right - margin.left) / Math.max(1, values.length) > closePixels;
  const isAlone = (index: number) => !(isKnown(values[index - 1]) || isKnown(values[index + 1]));
  const dots = values.flatMap((value, index) => {
    if (value === null) return places.hasStrip ? [{ index, y: places.absentY, fill: 'none' }] : [];
    const isDrawn = isKnown(value) && (isSparse || isAlone(index));
    return isDrawn ? [{ index, y: places.y(line, value), fill: color }] : [];
  });
  const last = values.findLastIndex(isKnown);
  const end = values[last];
  const paths = [
    [classes.before, before ?? []],
    [classes.whole, values.slice(0, incompleteFrom)],
    // From the last whole one on.
    [classes.incomplete, values.map((value, at) => (at < incompleteFrom - 1 ? undefined : value))],
  ] as const;
  return (
    <g>
      {paths.map(([look, drawn]) => (
        <path key={look} d={places.path(line, drawn)} stroke={color} className={look} />
      ))}
      {dots.map(({ index, y, fill }) => (
        <circle key={index} cx={places.x(index)} cy={y} r={3} fill={fill} stroke={color} />
      ))}
      {typeof end === 'number' ? (
        <text x={places.x(last) + 6} y={places.y(line, end)} dy="0.35em" className={classes.end}>
          {places.axes[1] ? '' : line.text(end)}
        </text>
      ) : null}
    </g>
  );
}
