import type * as v from 'valibot';
import type { Family, SourceClass } from './envelope.ts';

type ObjectSchema = v.GenericSchema<Record<string, unknown>, Record<string, unknown>>;

/**
 * The names in the catalog. `functions/tools/catalog.ts` adds its tools here, so that code below
 * it can name a tool without importing one, and a misspelled name does not compile.
 */
// biome-ignore lint/suspicious/noEmptyInterface: its members are declared where the catalog is.
export interface CatalogNames {}

export type ToolName = keyof CatalogNames;

/** Parts of the catalog that an account can be without. */
export type Feature = 'backlinks';

/** Stores and sources a tool needs beside those of every metered call; become grants of its role. */
export type ToolNeed =
  /** One item of the index by its key: a domain's summary, its pages, its rivals. */
  | 'indexItem'
  /** Many items of it by their keys: listings of keywords, totals of rivals. */
  | 'indexItems'
  /** The rows of one keyword, domain or page. */
  | 'indexRows'
  | 'indexWrite'
  /** What the account's rank trackers saw. */
  | 'trackers'
  /** Recorded changes of the account's sites. */
  | 'siteChanges'
  /** Pages of the account's sites, read with their clicks and marked where they have a fault. */
  | 'ownPages'
  | 'facts'
  | 'datasets'
  /** The rows of a dataset of the caller's own, for comparing with. */
  | 'datasetRows'
  | 'datasetRead'
  | 'upstream'
  | 'crawl'
  /** What visitors' browsers measured, by the operator's key. */
  | 'fieldVitals'
  /** Jobs of the caller's own that read whole sites. */
  | 'crawls';

/**
 * All that is public about one tool. Route, function, grants, price,
 * validation, OpenAPI operation, MCP tool, capabilities entry, docs page and
 * contract tests are read from this object and written nowhere else.
 */
export interface ToolContract<
  Name extends string = string,
  Input extends ObjectSchema = ObjectSchema,
  Data extends ObjectSchema = ObjectSchema,
> {
  readonly name: Name;
  readonly title: string;
  readonly family: Family;
  /** One sentence: what the caller learns. */
  readonly summary: string;
  /** For agents: when this tool is the right one, and which one is right when it is not. */
  readonly whenToUse: string;
  /** What one call costs, charged for answers only; `next_actions` of other tools quote it. */
  readonly credits: number;
  /** Of a tool whose price grows with what is asked: how many times `credits` such a call costs, and of what they are the price. */
  readonly priced?: {
    readonly per: string;
    units(input: Readonly<Record<string, unknown>>): number;
  };
  /** Body of the request; `location` and `language` of every tool come from `fields.market`. */
  readonly input: Input;
  /** `data` of the envelope; loose, since members are only ever added. */
  readonly data: Data;
  readonly needs: readonly ToolNeed[];
  readonly sourceClasses: readonly SourceClass[];
  /** Whether its answers carry titles, excerpts or link texts as strangers wrote them. */
  readonly quotesPages?: boolean;
  readonly requires?: Feature;
  /** A second path that leads to the same function: for what it begins, beside those that list it. */
  readonly alsoAt?: `/${string}`;
  /** Whether a call leaves something in the account, so that a second one leaves it twice. */
  readonly writes?: true;
  /** Longest run allowed, at most 28; sets the function's timeout. Default 15. */
  readonly timeoutSeconds?: number;
  /** A request that answers with data on a fresh machine; parsed by the contract tests. */
  readonly example: v.InferInput<Input>;
}

export type ToolInput<Tool extends ToolContract> = v.InferOutput<Tool['input']>;
export type ToolData<Tool extends ToolContract> = v.InferOutput<Tool['data']>;

/** Returns the contract as written; exists to infer `Name`, `Input` and `Data` from the literal. */
export function defineTool<const Name extends string, Input extends ObjectSchema, Data extends ObjectSchema>(
  tool: ToolContract<Name, Input, Data>,
): ToolContract<Name, Input, Data> {
  return tool;
}

/** Credits of a call with these arguments. */
export function priceOf(
  { credits, priced }: Pick<ToolContract, 'credits' | 'priced'>,
  input: Readonly<Record<string, unknown>>,
): number {
  return credits * (priced?.units(input) ?? 1);
}

export const toolTimeoutSeconds = 15;

export function toolPath(tool: Pick<ToolContract, 'name'>): `/v1/tools/${string}` {
  return `/v1/tools/${tool.name}`;
}

/** Every path that calls it; the first is its own. */
export function toolPaths(tool: Pick<ToolContract, 'name' | 'alsoAt'>): readonly `/${string}`[] {
  return tool.alsoAt === undefined ? [toolPath(tool)] : [toolPath(tool), tool.alsoAt];
}
