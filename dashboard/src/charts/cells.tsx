import { Text } from '@mantine/core';
import type { Envelope } from '../api/schema.ts';
import { number, unknown, words } from '../format.ts';
import { Hint } from '../parts/text.tsx';
import { pathOf, readableDomain } from '../readable-domain.ts';
import { useAnswer } from './answer-context.tsx';
import { AskLink } from './ask-link.tsx';
import classes from './cells.module.css';

/** I, N, C or T; the word is on hover and for screen readers. */
export function Intent({ name }: { readonly name: string }) {
  if (!name) return unknown;
  return (
    <abbr title={words(name)} className={classes.intent}>
      {name.charAt(0).toUpperCase()}
    </abbr>
  );
}

/** Upper ends of the bands of a number, each with its color. */
type Bands = readonly (readonly [upTo: number, color: string])[];

/** A number with a color one can scan for. */
const banded =
  (bands: Bands) =>
  ({ value }: { readonly value: number | null }) => {
    if (value === null) return <Hint span>{unknown}</Hint>;
    const [, color] = bands.find(([upTo]) => value <= upTo) ?? [];
    return (
      <span className={classes.banded} data-color={color}>
        {number(value)}
      </span>
    );
  };

export const Position = banded([
  [3, 'green'],
  [10, 'blue'],
]);
/** Of 0-100, by thirds. */
export const Difficulty = banded([
  [33, 'green'],
  [66, 'amber'],
  [100, 'red'],
]);

/** The step that a keyword's or an address's position took since the last look; nothing where it took none. */
export function PositionChange({ of: id }: { readonly of: string }) {
  const delta = useAnswer().deltas.find(
    ({ subject, field }) => subject.id === id && (field === 'position' || field === 'target_position'),
  );
  if (!delta) return null;
  const { direction, text, meaning } = stepOf(delta);
  return (
    <span className={classes.change} data-direction={direction} title={meaning}>
      <span aria-hidden="true">{text}</span>
      <span className="visually-hidden">{meaning}</span>
    </span>
  );
}

/** Position 1 is the best: a smaller number is a step up. */
function stepOf({ previous, current }: Envelope['deltas'][number]) {
  if (typeof current !== 'number')
    return { direction: 'down', text: 'lost', meaning: `was ${previous}, no longer found` };
  if (typeof previous !== 'number') return { direction: 'up', text: 'new', meaning: 'not found before' };
  const isUp = current < previous;
  return {
    direction: isUp ? 'up' : 'down',
    text: `${isUp ? '▲' : '▼'} ${number(Math.abs(previous - current))}`,
    meaning: `${isUp ? 'up' : 'down'} from ${number(previous)}`,
  };
}

interface AddressProps {
  readonly url: string;
  /** The site that the list is about anyway: its own addresses are shown without the host. */
  readonly site?: string | undefined;
}

/** An address without its scheme, the whole of it on hover. It leads to the call about the page, never out: addresses in answers are not ours to vouch for. */
export function Address({ url, site }: AddressProps) {
  return (
    <AskLink kind="page" about={url}>
      <Hint className={classes.address} title={url} component="span">
        <bdi>{pathOf(url, site)}</bdi>
      </Hint>
    </AskLink>
  );
}

/** A domain as its owners write it; what it is on the wire is on hover. */
export function Domain({ name }: { readonly name: string }) {
  const readable = readableDomain(name);
  return (
    <AskLink kind="domain" about={name}>
      <Strong title={readable === name ? undefined : name}>{readable}</Strong>
    </AskLink>
  );
}

/** A keyword, which leads to the call about it. */
export function Keyword({ children }: { readonly children: string }) {
  return (
    <AskLink kind="keyword" about={children}>
      <Strong>{children}</Strong>
    </AskLink>
  );
}

export const Strong = Text.withProps<'bdi'>({ fw: 550, component: 'bdi', className: classes.strong });

interface MeasureProps {
  readonly value: number | null;
  readonly max: number;
  readonly children: string;
}

/** A number over a thin bar, so that the large ones are seen before they are read. */
export function Measure({ value, max, children }: MeasureProps) {
  return (
    <span className={classes.measure}>
      {children}
      <span className={classes.track} aria-hidden="true">
        <span className={classes.bar} style={{ width: `${(100 * (value ?? 0)) / max}%` }} />
      </span>
    </span>
  );
}
