import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { csvLine } from '#shared/platform/csv.ts';
import { queries } from '../api/queries.ts';
import { dayName } from '../format.ts';
import { placeOf } from '../grid/grid-state.ts';
import { Note, QuietButton } from '../parts/text.tsx';
import { useChartWidth } from '../parts/use-wide.ts';
import { saveCsv, saveFile } from '../save-file.ts';
import { pngOf } from './chart-png.ts';
import classes from './line-chart.module.css';
import { type Drag, LineDrawing } from './line-drawing.tsx';
import { type ChartLine, type Plotted, placesFor, type Reading } from './line-places.ts';

interface LineChartProps extends Partial<Pick<Plotted, 'absent'>> {
  /** Names the chart, and its files. */
  readonly label: string;
  /** Days such as `2026-11-20`, or moments in ISO 8601; ascending. */
  readonly moments: readonly string[];
  /** A moment as the reader reads it; a day where left out. */
  readonly momentText?: (moment: string) => string;
  readonly lines: readonly ChartLine[];
  readonly height?: number;
  /** Values from here on are still being counted. */
  readonly incompleteFrom?: number | undefined;
  /** Whose recorded changes are marked below the lines. */
  readonly site?: string | undefined;
  /** Opens what stands behind a moment. */
  readonly onOpen?: (index: number) => void;
  /** Told what was drawn across with the pointer, in place of drawing that part alone. */
  readonly onSpan?: (from: number, to: number) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
/** A drag shorter than this is a press. */
const dragPixels = 8;

/** Lines with a cross hair. Arrows go from moment to moment, a drag zooms in, and what is unknown is a gap. */
export function LineChart(props: LineChartProps) {
  const { label, site, onOpen, momentText = dayName, incompleteFrom = Number.POSITIVE_INFINITY } = props;
  const changes = useQuery({ ...queries.siteChanges(site ?? ''), enabled: Boolean(site) });
  const { ref, width } = useChartWidth();
  const svg = useRef<SVGSVGElement>(null);
  const [span, setSpan] = useState<readonly [number, number]>();
  const [first, last] = span ?? [0, props.moments.length - 1];
  const file = placeOf(label);
  const savePicture = async () => {
    if (svg.current) saveFile(await pngOf(svg.current), `${file}.png`);
  };
  return (
    <figure ref={ref} className={classes.chart} aria-label={label}>
      <Plot
        {...{
          label,
          drawing: svg,
          width,
          height: props.height ?? 280,
          absent: props.absent,
        }}
        moments={props.moments.slice(first, last + 1).map((moment) => Date.parse(moment))}
        momentText={(moment) => momentText(new Date(moment).toISOString())}
        lines={props.lines.map((line) => ({
          ...line,
          values: line.values.slice(first, last + 1),
          before: line.before?.slice(first, last + 1),
        }))}
        marks={(changes.data ?? []).map(({ at, what }) => ({ moment: Date.parse(at), text: what }))}
        incompleteFrom={incompleteFrom - first}
        onSpan={props.onSpan ?? ((from, to) => setSpan([first + from, first + to]))}
        onOpen={(index) => onOpen?.(first + index)}
      />
      <Group gap={4} justify="flex-end" className={classes.tools}>
        {span ? <QuietButton onClick={() => setSpan(undefined)}>Show all</QuietButton> : null}
        <QuietButton aria-label={`PNG of ${label}`} onClick={savePicture}>
          PNG
        </QuietButton>
        <QuietButton aria-label={`CSV of ${label}`} onClick={() => saveCsv(sheetOf(props), `${file}.csv`)}>
          CSV
        </QuietButton>
      </Group>
      {isShared(props) ? <Legend {...props} /> : null}
    </figure>
  );
}

/** Lines of one axis are told apart by name; of others the axes tell what they are. */
const isShared = ({ lines: [first, ...others] }: Pick<Plotted, 'lines'>) =>
  others.length > 0 && others.every(({ axis }) => axis !== undefined && axis === first?.axis);

const Legend = ({ lines }: Pick<Plotted, 'lines'>) => (
  <Group gap="2px 16px" className={classes.legend}>
    {lines.map(({ name, color }) => (
      <Note key={name} span>
        <i style={{ background: color }} />
        <bdi>{name}</bdi>
      </Note>
    ))}
  </Group>
);

interface PlotProps
  extends Plotted,
    Pick<ComponentProps<typeof LineDrawing>, 'marks' | 'drawing' | 'incompleteFrom'>,
    Required<Pick<LineChartProps, 'label' | 'onOpen' | 'onSpan'>> {}

function Plot(props: PlotProps) {
  const { label, momentText, height, absent, onOpen, onSpan, moments, lines, width } = props;
  const [at, setAt] = useState<number>();
  const [drag, setDrag] = useState<Drag>();
  const places = placesFor(props);
  const latest = Math.max(0, moments.length - 1);
  const current = Math.min(at ?? latest, latest);
  const [first = 0, last = 0] = [moments[0], moments.at(-1)];
  const marks = props.marks.filter((mark) => mark.moment >= first && mark.moment <= last);
  // A change is told at the moment that lies next to it: charts of weeks have none of its day.
  const told = marks.filter((mark) => places.nearest(places.xOf(mark.moment)) === current);
  const words = [
    ...lines.map((line) => readingOf(line, current, absent)),
    ...told.map(({ text }) => ({ name: 'Changed:', color: 'var(--mantine-color-dimmed)', text })),
  ];
  const moment = momentText(moments[current] ?? 0);
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (event.key === 'Enter') onOpen(current);
    if (step === undefined) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(latest, current + step)));
  };
  const pixelsOf = (event: PointerEvent) => event.clientX - event.currentTarget.getBoundingClientRect().left;
  const end = () => {
    if (!drag) return;
    const [from = 0, to = 0] = [drag.from, drag.to].map(places.nearest).toSorted((a, b) => a - b);
    if (Math.abs(drag.to - drag.from) < dragPixels) onOpen(places.nearest(drag.from));
    else if (to - from > 1) onSpan(from, to);
    setDrag(undefined);
  };
  const leave = () => {
    setAt(undefined);
    setDrag(undefined);
  };
  const hair = at === undefined ? undefined : places.x(current);
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={`${label}, by date`}
      aria-valuemin={0}
      aria-valuemax={latest}
      aria-valuenow={current}
      aria-valuetext={`${moment}: ${words.map(({ name, text }) => `${name} ${text}`).join(', ')}`}
      className={classes.field}
      style={{ height }}
      onKeyDown={move}
      onBlur={leave}
      onPointerMove={(event) => {
        setAt(places.nearest(pixelsOf(event)));
        if (drag) setDrag({ ...drag, to: pixelsOf(event) });
      }}
      onPointerDown={(event) => {
        if (event.button === 0) setDrag({ from: pixelsOf(event), to: pixelsOf(event) });
      }}
      onPointerUp={end}
      onPointerLeave={leave}
    >
      <LineDrawing {...props} {...{ places, drag, marks, hair }} />
      {hair === undefined ? null : (
        <div className={classes.tip} data-left={hair > width / 2 || undefined} style={{ left: hair }}>
          <b>{moment}</b>
          {words.map(({ name, color, text }) => (
            <span key={`${name} ${text}`}>
              <i style={{ background: color }} />
              {name} <b>{text}</b>
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

function sheetOf({ moments, momentText = dayName, lines }: LineChartProps): string {
  const columns = lines.flatMap(({ name, values, before }) => [
    { name, values },
    ...(before ? [{ name: `${name}, before`, values: before }] : []),
  ]);
  const readings = moments.map((moment, index) => [
    momentText(moment),
    ...columns.map(({ values }) => values[index] ?? null),
  ]);
  return [['At', ...columns.map(({ name }) => name)], ...readings].map(csvLine).join('');
}

function readingOf(line: ChartLine, index: number, absent: string | undefined) {
  const textOf = (value: Reading) => {
    if (typeof value === 'number') return line.text(value);
    return value === null && absent !== undefined ? absent : 'not known';
  };
  const before = line.before ? ` (before ${textOf(line.before[index])})` : '';
  return { name: line.name, color: line.color, text: `${textOf(line.values[index])}${before}` };
}
