import { domainToUnicode } from 'node:url';
import type { Entity, SourceClass, Statement, Warning } from '#shared/contract/envelope.ts';
import type { Fact } from '#shared/facts/ports/fact.ts';
import type { ToolAnswer } from './tool-answer.ts';

/** How much of what there is an answer shows. */
interface Shown {
  /** Rows of the answer's main list. */
  readonly rows: number;
  /** Rows there are in all; null where the source cannot tell. */
  readonly total: number | null;
  /** Where rows may be missing although the total is unknown, such as a page filled to its limit. */
  readonly mayHaveMore?: boolean;
  /** What the answer covers and what it does not, in a sentence. */
  readonly note: string;
  /** ISO 8601, where the data itself has a time; else the answer is as old as its oldest fact. */
  readonly asOf?: string;
}

interface AnswerParts<Data>
  extends Pick<ToolAnswer<Data>, 'data' | 'suggestions' | 'datasets' | 'observations'> {
  /** Every fact the tool asked for; empty for a tool that asks none. */
  readonly asked: readonly Fact<unknown>[];
  /** Best first. */
  readonly statements: readonly Statement[];
  readonly shown: Shown;
  /** The tool's own warnings, beside those of its facts. */
  readonly warnings?: readonly Warning[];
}

/**
 * A tool's answer. What follows from the facts it asked is derived here, for
 * every tool in the same way: entities from the statements, warnings and age
 * from the facts, and whether all of them came from the shared cache.
 */
export function answer<Data>(parts: AnswerParts<Data>): ToolAnswer<Data> {
  const { asked, statements, shown, warnings = [], ...rest } = parts;
  const { rows, total } = shown;
  return {
    ...rest,
    facts: statements,
    entities: entitiesOf(statements),
    coverage: {
      returned: rows,
      total_available: total === null ? null : Math.max(total, rows),
      truncated: total === null ? (shown.mayHaveMore ?? false) : rows < total,
      as_of: shown.asOf ?? oldest(asked),
      scope_note: shown.note,
    },
    warnings: distinct([...noticesOf(asked, rows + statements.length === 0), ...warnings]),
    cacheHit: isFromCache(asked.filter(({ provenance }) => !openData.has(provenance.source_class))),
  };
}

/** What is loaded whole, beside every source that is asked: no cache holds it. */
const openData: ReadonlySet<SourceClass> = new Set(['web_graph', 'popularity_list']);

function isFromCache(facts: readonly Fact<unknown>[]): boolean {
  return facts.length > 0 && facts.every(({ provenance }) => provenance.cache_hit);
}

/** That a source knows nothing is said of an empty answer only: a part that is empty shows by itself. */
function noticesOf(facts: readonly Fact<unknown>[], isEmpty: boolean): readonly Warning[] {
  const notices = facts.flatMap((fact) => fact.notices);
  return isEmpty ? notices : notices.filter(({ code }) => code !== 'no_data');
}

/** Every subject of the statements, once, in the order of first mention. */
function entitiesOf(statements: readonly Statement[]): Entity[] {
  const subjects = statements.flatMap(({ subject }) => subject);
  const unique = new Map(
    subjects.map(({ id, kind }) => [`${kind} ${id}`, { id, kind, label: labelOf(id, kind) }]),
  );
  return [...unique.values()];
}

/** Domains are named as people write them: `bücher.example` and not its `xn--` form. */
function labelOf(id: string, kind: Entity['kind']): string {
  return kind === 'domain' ? domainToUnicode(id) || id : id;
}

function distinct(warnings: readonly Warning[]): Warning[] {
  const unique = new Map(warnings.map(({ code, message }) => [`${code} ${message}`, { code, message }]));
  return [...unique.values()];
}

/** The age of an answer is that of its oldest fact, so that nothing in it is older than it says. */
function oldest(facts: readonly Fact<unknown>[]): string | null {
  const times = facts.map(({ provenance }) => provenance.observed_at).filter((time) => time !== null);
  return times.toSorted().at(0) ?? null;
}

/** Statements that say or count places; of others, such as volumes, nothing was compared. */
const aboutPlaces = new Set([
  'ranks_for',
  'domain_visibility',
  'page_visibility',
  'competes_with',
  'keyword_gap',
  'losing_keyword',
]);

/** Statements of the stored index with the measured confidence of their age, where there is one. */
export function withMeasuredConfidence(
  statements: readonly Statement[],
  confidenceOf: (observedAt: string) => number | undefined,
): readonly Statement[] {
  return statements.map((statement) => {
    const { type, provenance } = statement;
    const { observed_at: at, confidence_basis: basis } = provenance;
    const measured = basis === 'assumed' && aboutPlaces.has(type) && at ? confidenceOf(at) : undefined;
    if (measured === undefined) return statement;
    return {
      ...statement,
      provenance: { ...provenance, confidence: measured, confidence_basis: 'measured' },
    };
  });
}
