import type { RefObject } from 'react';
import classes from './line-chart.module.css';
import { type ChartLine, margin, type Places } from './line-places.ts';

export interface ChartMark {
  readonly moment: number;
  readonly text: string;
}

/** Pixels between which a pointer was drawn. */
export interface Drag {
  readonly from: number;
  readonly to: number;
}

interface DrawingProps {
  readonly drawing: RefObject<SVGSVGElement | null>;
  readonly width: number;
  readonly height: number;
  readonly momentText: (moment: number) => string;
  readonly absent: string | undefined;
  readonly lines: readonly ChartLine[];
  readonly marks: readonly ChartMark[];
  readonly incompleteFrom: number;
  readonly places: Places;
  readonly drag: Drag | undefined;
  readonly hair: number | undefined;
}

/** The drawing of a line chart; what it says is said beside it. */
export function LineDrawing(props: DrawingProps) {
  const { drawing, places, drag, hair, height, width, momentText, absent, lines, marks, incompleteFrom } =
    props;
  const field = places.bottom - margin.top;
  return (
    <svg ref={drawing} width={width} height={height} aria-hidden="true">
      <Axes {...{ places, width, height, momentText, absent }} />
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
          height={field}
        />
      ) : null}
    </svg>
  );
}

type AxesProps = Pick<DrawingProps, 'places' | 'width' | 'height' | 'momentText' | 'absent'>;

/** The first axis at the left with the grid, a second at the right; more are told by the cross hair. */
function Axes({ places, width, height, momentText, absent }: AxesProps) {
  const [left, right] = places.axes;
  return (
    <g className={classes.axes}>
      {left?.ticks.map((tick) => (
        <g key={tick}>
          <line x1={margin.left} x2={places.right} y1={left.scale(tick)} y2={left.scale(tick)} />
          <text x={margin.left - 8} y={left.scale(tick)} dy="0.35em" textAnchor="end">
            {left.lines[0]?.text(tick)}
          </text>
        </g>
      ))}
      {right?.ticks.map((tick) => (
        <text key={tick} x={width - 2} y={right.scale(tick)} dy="0.35em" textAnchor="end">
          {right.lines[0]?.text(tick)}
        </text>
      ))}
      {apart(places.momentTicks, momentText).map(({ at, moment }) => (
        <text key={moment} x={at} y={height - 8} textAnchor="middle">
          {momentText(moment)}
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

const letterPixels = 6.5;

/** Ticks whose texts do not touch: on a phone fewer of a time than of a day. */
function apart(ticks: AxesProps['places']['momentTicks'], text: AxesProps['momentText']) {
  let end = Number.NEGATIVE_INFINITY;
  return ticks.filter(({ at, moment }) => {
    const half = ((text(moment).length + 1) * letterPixels) / 2;
    if (at - half < end) return false;
    end = at + half;
    return true;
  });
}

/** Points nearer to each other than this are drawn small. */
const closePixels = 24;

interface DrawnLineProps extends Pick<DrawingProps, 'places' | 'incompleteFrom'> {
  readonly line: ChartLine;
}

function DrawnLine({ line, places, incompleteFrom }: DrawnLineProps) {
  const { values, before, color } = line;
  const count = values.length;
  const whole = Math.min(count, incompleteFrom);
  const isSparse = (places.right - margin.left) / Math.max(1, count) > closePixels;
  const last = values.findLastIndex((value) => typeof value === 'number');
  const end = values[last];
  return (
    <g>
      {before ? (
        <path d={places.path(line, before, 0, count)} stroke={color} className={classes.before} />
      ) : null}
      <path d={places.path(line, values, 0, whole)} stroke={color} />
      {whole < count ? (
        <path
          d={places.path(line, values, Math.max(0, whole - 1), count)}
          stroke={color}
          className={classes.incomplete}
        />
      ) : null}
      {values.map((value, index) => {
        const isAlone =
          typeof value === 'number' &&
          typeof values[index - 1] !== 'number' &&
          typeof values[index + 1] !== 'number';
        if (
          value === undefined ||
          (value === null && !places.hasStrip) ||
          !(isSparse || isAlone || value === null)
        )
          return null;
        return (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place in the line.
            key={index}
            cx={places.x(index)}
            cy={value === null ? places.absentY : places.y(line, value)}
            r={3}
            fill={value === null ? 'none' : color}
            stroke={color}
          />
        );
      })}
      {typeof end === 'number' ? (
        <text x={places.x(last) + 6} y={places.y(line, end)} dy="0.35em" className={classes.end}>
          {line.letter ?? (places.axes[1] ? '' : line.text(end))}
        </text>
      ) : null}
    </g>
  );
}
