import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Envelope } from '../api/schema.ts';
import { explorerLink } from '../explorer-link.ts';
import { credits, number, unknown, words } from '../format.ts';
import { Bar } from '../parts/bar-list.tsx';
import { Hint } from '../parts/text.tsx';
import { pathOf, readableDomain } from '../readable-domain.ts';
import { Link } from '../router.tsx';
import { useAnswer } from './answer-context.tsx';
import classes from './cells.module.css';

/** The tool that is asked about a thing, and the argument that names it. */
const nextCalls = {
  keyword: { tool: 'inspect_keyword', argument: 'keyword' },
  query: { tool: 'inspect_serp', argument: 'query' },
  domain: { tool: 'inspect_domain', argument: 'domain' },
  page: { tool: 'inspect_page', argument: 'url' },
} as const;

export type AskedKind = keyof typeof nextCalls;

interface AskLinkProps {
  readonly kind: AskedKind;
  /** The thing as it is on the wire. */
  readonly about: string;
  readonly children: ReactNode;
}

/** A thing in an answer as the next call about it: the form opens filled in, and nothing is charged before Run. */
export function AskLink({ kind, about, children }: AskLinkProps) {
  const { tools, market } = useAnswer();
  const { tool: name, argument } = nextCalls[kind];
  const tool = tools.find((entry) => entry.name === name);
  if (!tool || about === '') return <>{children}</>;
  return (
    <Link
      href={explorerLink(name, { ...market, [argument]: about })}
      className={classes.ask}
      title={`${tool.title}, ${credits(tool.credits)}`}
    >
      {children}
    </Link>
  );
}

/** I, N, C or T; the word is on hover and for screen readers. */
export function Intent({ children: name }: { readonly children: string }) {
  if (!name) return unknown;
  return (
    <abbr title={words(name)} className={classes.intent}>
      {name.charAt(0).toUpperCase()}
    </abbr>
  );
}

/** A number with a color one can scan for; bands have their upper ends. */
const banded =
  (...bands: readonly (readonly [upTo: number, color: string])[]) =>
  ({ value }: { readonly value: number | null }) => {
    if (value === null) return <Hint span>{unknown}</Hint>;
    const [, color] = bands.find(([upTo]) => value <= upTo) ?? [];
    return (
      <span className={classes.banded} data-color={color}>
        {number(value)}
      </span>
    );
  };

export const Position = banded([3, 'green'], [10, 'blue']);
/** Of 0-100, by thirds. */
export const Difficulty = banded([33, 'green'], [66, 'amber'], [100, 'red']);

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

interface NameProps {
  readonly children: string;
}

/** A domain as its owners write it; what it is on the wire is on hover. */
export function Domain({ children: name }: NameProps) {
  const readable = readableDomain(name);
  return (
    <AskLink kind="domain" about={name}>
      <Strong title={readable === name ? undefined : name}>{readable}</Strong>
    </AskLink>
  );
}

/** A keyword, which leads to the call about it. */
export function Keyword({ children: name }: NameProps) {
  return (
    <AskLink kind="keyword" about={name}>
      <Strong>{name}</Strong>
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
      <Bar share={(value ?? 0) / max} />
    </span>
  );
}
