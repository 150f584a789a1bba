import type { Coverage, Entity, NextAction, Statement, Subject, Warning } from '#shared/contract/envelope.ts';
import type { ToolContract, ToolData, ToolInput } from '#shared/contract/tool.ts';
import type { ReadPages } from '#shared/facts/ports/own-sites.ts';
import type { IndexList, WholeList } from '#shared/facts/ports/search-index.ts';
import type { Sources } from '#shared/facts/ports/sources.ts';
import type { Market } from '../ports/fact.ts';

/** What a tool's logic works with: everything it may ask, and nothing about who pays. */
export interface ToolContext {
  readonly market: Market;
  readonly sources: Sources;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly requestId: string;
  /** Aborts a few seconds before the function's own deadline. */
  readonly signal: AbortSignal;
  /** Milliseconds after `now` at which it does. */
  readonly withinMs: number;
  /** An answer in part is a failure, which costs nothing: its caller asks again for what was not ready in time. */
  readonly isWholeOnly: boolean;
  readonly datasets: DatasetReader;
  /** Tells a waiting caller how far a long tool is; cheap to call, may do nothing. */
  reportProgress(done: number, total: number, message: string): void;
}

/** A list that is too long for the answer; kept as a dataset and named in `resources`. */
export interface DatasetDraft {
  /** Kebab-case noun, such as `ranked-keywords`. */
  readonly name: string;
  /** Where the answer itself names the dataset by its id: `ds_…`, new and random. */
  readonly id?: string;
  readonly description: string;
  /** The rows to keep; empty where the question is kept in their place. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** How the list is read again whenever it is exported; costs nothing to keep, however long it is. */
  readonly whole?: DatasetQuestion;
}

/** A list with the number of rows it had when the answer was made. */
interface DatasetQuestion {
  readonly list: WholeList;
  readonly market: Market;
  readonly rows: number;
}

export interface StoredDataset {
  readonly uri: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Rows that were selected; of a list that goes on behind them, those before `next_cursor`. */
  readonly total: number;
  /** Where a list goes on that is longer than one export reads; null at its end. */
  readonly next_cursor: string | null;
  readonly download_url: string | null;
  /** What a reader must know about it; null for an ordinary dataset. */
  readonly note: string | null;
  readonly as_of: string;
  /** The call that made the dataset, for making it again. */
  readonly origin: { readonly tool: string; readonly args: Readonly<Record<string, unknown>> };
}

/** Which rows of a dataset are wanted, and in which form. */
export interface DatasetSelection {
  readonly uri: string;
  readonly offset: number;
  readonly limit: number | undefined;
  readonly format: 'csv' | 'ndjson' | undefined;
  /** Columns wanted; all where not given. */
  readonly fields?: readonly string[] | undefined;
  readonly where?: readonly RowCondition[] | undefined;
  /** Order of the rows: the first that tells two apart decides. */
  readonly sort?: readonly RowOrder[] | undefined;
  /** A `next_cursor` of an earlier answer: rows are counted from there. */
  readonly cursor?: string | undefined;
}

export type Cell = string | number | boolean | null;

export interface RowCondition {
  readonly field: string;
  readonly op: '=' | '!=' | '<' | '<=' | '>' | '>=' | 'contains' | 'in';
  readonly value: Cell | readonly Cell[];
}

export interface RowOrder {
  readonly field: string;
  readonly descending: boolean;
}

export type DatasetAnswer =
  | { readonly available: true; readonly dataset: StoredDataset }
  /** `origin` is known where the dataset existed for this account and has expired. */
  | {
      readonly available: false;
      readonly note: string;
      readonly origin: StoredDataset['origin'] | undefined;
    };

export interface DatasetReader {
  /** Never tells another account's dataset from an unknown one. */
  read(selection: DatasetSelection): Promise<DatasetAnswer>;
}

/** A value that the account may want to see change; compared with its own last answer to give `deltas`. */
export interface Observation {
  readonly type: string;
  readonly subject: Subject;
  readonly field: string;
  readonly value: string | number | boolean | null;
}

export interface Suggestion extends Readonly<Omit<NextAction, 'credits'>> {
  /** What such a call costs, where that is not the list price of its tool. */
  readonly credits?: number;
}

/** All that a tool's logic returns; the pipeline makes the envelope from it. */
export interface ToolAnswer<Data> {
  readonly data: Data;
  /** Best first; the envelope keeps 25. */
  readonly facts: readonly Statement[];
  readonly entities: readonly Entity[];
  readonly coverage: Coverage;
  readonly warnings: readonly Warning[];
  readonly suggestions: readonly Suggestion[];
  readonly datasets?: readonly DatasetDraft[];
  readonly observations?: readonly Observation[];
  /** Pages of a site of the account's own that were read, with the faults by which search loses them. */
  readonly readPages?: ReadPages;
  /** Whether every fact of the answer came from the shared cache. */
  readonly cacheHit: boolean;
  /** Whether it tells nothing but what the account has brought itself, beside open data: such an answer is free. */
  readonly isOwn?: boolean;
  /** Whether an answer of a tool that quotes strangers has no text of theirs. */
  readonly quotesNothing?: boolean;
}

export type ToolLogic<Tool extends ToolContract> = (
  input: ToolInput<Tool>,
  context: ToolContext,
) => Promise<ToolAnswer<ToolData<Tool>>>;

interface Rivals {
  /** Each once, in the order asked, without the target. */
  readonly rivals: string[];
  readonly warnings: readonly Warning[];
}

/** The competitors worth asking about. A warning names what was left out, since the caller expects every name sent to be compared. */
export function rivalsOf(domain: string, competitors: readonly string[]): Rivals {
  const unique = new Set(competitors);
  const warnings: Warning[] = [];
  if (unique.delete(domain))
    warnings.push({
      code: 'ignored_value',
      message: `${domain} is the target and was left out as its own rival.`,
    });
  const repeated = competitors.filter((name, at) => competitors.indexOf(name) !== at && name !== domain);
  if (repeated.length > 0)
    warnings.push({
      code: 'ignored_value',
      message: `Named more than once and compared once: ${[...new Set(repeated)].join(', ')}.`,
    });
  return { rivals: [...unique], warnings };
}

/**
 * Characters of JSON that the lists of one answer may take: about 16,000
 * tokens, well below the 25,000 at which common agents refuse a whole answer.
 */
export const inlineCharacters = 64_000;

/** The rows from the front that fit, at least one. What is left over belongs in a dataset. */
export function fittingRows<Row>(rows: readonly Row[], characters: number = inlineCharacters): Row[] {
  let left = characters;
  const end = rows.findIndex((row) => {
    left -= JSON.stringify(row).length + 1;
    return left < 0;
  });
  return end < 0 ? [...rows] : rows.slice(0, Math.max(end, 1));
}

/**
 * The whole list as a dataset, where the answer shows fewer than its rows;
 * nothing where it shows them all. Where the source can read the list again,
 * the question is kept and not the rows, of which the answer may have read few.
 */
export function datasetBeyond(
  shown: number,
  { name, description, rows, whole }: Omit<DatasetDraft, 'rows'> & { readonly rows: readonly object[] },
): DatasetDraft[] {
  if (whole) return whole.rows > shown ? [{ name, description, rows: [], whole }] : [];
  return rows.length > shown ? [{ name, description, rows: rows.map((row) => ({ ...row })) }] : [];
}

/** The question that a dataset keeps; undefined where the source cannot answer it whole, or not tell how long the list is. */
export function wholeList(
  { sources, market }: Pick<ToolContext, 'sources' | 'market'>,
  list: IndexList,
  rows: number | null,
): DatasetQuestion | undefined {
  return sources.wholeList && rows !== null ? { list, market, rows } : undefined;
}
