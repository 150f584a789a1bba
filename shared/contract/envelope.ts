import * as v from 'valibot';

/** How far a fact can be relied on, by where it comes from. */
export const sourceClasses = {
  live_serp: { method: 'observed', confidence: 0.95 },
  crawl: { method: 'observed', confidence: 0.9 },
  search_index: { method: 'indexed', confidence: 0.7 },
  backlink_index: { method: 'indexed', confidence: 0.7 },
  ai_answer: { method: 'observed', confidence: 0.4 },
  modeled: { method: 'modeled', confidence: 0.5 },
  /** What the search engine's console counted for a site of the caller's own. */
  webmaster_console: { method: 'reported', confidence: 0.95 },
  /** A public graph of links between domains. */
  web_graph: { method: 'indexed', confidence: 0.7 },
  /** Public lists of popular sites. */
  popularity_list: { method: 'reported', confidence: 0.8 },
  /** What browsers of a site's visitors measured and reported. */
  field_data: { method: 'reported', confidence: 0.95 },
} as const;
export type SourceClass = keyof typeof sourceClasses;
const isSourceClass = (name: string): name is SourceClass => Object.hasOwn(sourceClasses, name);
export const sourceClassNames = Object.keys(sourceClasses).filter(isSourceClass);

export const provenance = v.object({
  source_class: v.picklist(sourceClassNames),
  method: v.picklist(['observed', 'indexed', 'modeled', 'reported']),
  /** When the fact was seen at its source. */
  observed_at: v.nullable(v.string()),
  /** Of what comes from a table without dates: the day of its file. */
  file_date: v.optional(v.string()),
  confidence: v.number(),
  /** Of the stored index: whether the confidence was measured on places of this age. */
  confidence_basis: v.optional(v.picklist(['measured', 'assumed'])),
  /** The account's own data connection or a named data set; null for the service's shared sources. */
  connection_id: v.nullable(v.string()),
  cache_hit: v.boolean(),
});
export type Provenance = v.InferOutput<typeof provenance>;

export const subject = v.object({ id: v.string(), kind: v.string() });
export type Subject = v.InferOutput<typeof subject>;

/** A key row of the answer that stands by itself: what, about whom, from where. */
export const statement = v.looseObject({ type: v.string(), subject: v.array(subject), provenance });
export type Statement = v.InferOutput<typeof statement>;

export const entity = v.object({ id: v.string(), kind: v.string(), label: v.string() });
export type Entity = v.InferOutput<typeof entity>;

const value = v.nullable(v.union([v.string(), v.number(), v.boolean()]));
export const delta = v.object({
  type: v.string(),
  subject,
  field: v.string(),
  previous: value,
  current: value,
  previous_observed_at: v.string(),
});
export type Delta = v.InferOutput<typeof delta>;

/** Whether a change is one that an account hears about: more faults of a site, or a link that is gone. */
export function isFinding({ type, field, current, previous }: Delta): boolean {
  if (type === 'links_to') return field === 'lost' && current === true;
  return type === 'audit' && /^issues_(?:high|medium)$/u.test(field) && Number(current) > Number(previous);
}

export const coverage = v.object({
  returned: v.number(),
  total_available: v.nullable(v.number()),
  truncated: v.boolean(),
  as_of: v.nullable(v.string()),
  scope_note: v.nullable(v.string()),
});
export type Coverage = v.InferOutput<typeof coverage>;

/** A full data set behind a shortened list. */
export const resource = v.object({
  uri: v.string(),
  name: v.string(),
  description: v.string(),
  mime_type: v.string(),
  rows: v.number(),
  expires_at: v.string(),
});
export type Resource = v.InferOutput<typeof resource>;

export const nextAction = v.object({
  tool: v.string(),
  args: v.record(v.string(), v.unknown()),
  use_when: v.string(),
  credits: v.number(),
});
export type NextAction = v.InferOutput<typeof nextAction>;

export const warning = v.object({ code: v.string(), message: v.string() });
export type Warning = v.InferOutput<typeof warning>;

export const callUsage = v.object({
  request_id: v.string(),
  tool: v.string(),
  credits_charged: v.number(),
  balance_after: v.nullable(v.number()),
  cache_hit: v.boolean(),
  /** The answer was given before, and this time cost nothing. `request_id` is that of the call that was paid. */
  replayed: v.boolean(),
  /** Present where everything in the answer is what the account has brought itself: it costs nothing. */
  free_because: v.optional(v.literal('own_data')),
  /** Present where a test key called: the answer is from the sample market and nothing was charged. */
  mode: v.optional(v.literal('test')),
  /** Credits that a live key would have paid; where a test key called. */
  would_have_cost: v.optional(v.number()),
  /** The run that the call named, with this call in it; absent where it named none. */
  run: v.optional(v.object({ id: v.string(), spent: v.number(), budget: v.number() })),
});
export type CallUsage = v.InferOutput<typeof callUsage>;

export const families = ['seo', 'serp', 'audit', 'backlinks', 'core'] as const;
export type Family = (typeof families)[number];

/** The envelope around the `data` of every tool: the same members, all always present. */
export function envelopeOf<Data extends v.GenericSchema>(data: Data) {
  return v.object({
    schema_version: v.literal('ofe/1.0'),
    domain: v.picklist(families),
    data,
    facts: v.array(statement),
    entities: v.array(entity),
    deltas: v.array(delta),
    coverage,
    resources: v.array(resource),
    next_actions: v.array(nextAction),
    warnings: v.array(warning),
    usage: callUsage,
  });
}

/** An envelope whatever the tool. */
export interface Envelope {
  readonly schema_version: 'ofe/1.0';
  readonly domain: Family;
  readonly data: Readonly<Record<string, unknown>>;
  readonly facts: readonly Statement[];
  readonly entities: readonly Entity[];
  readonly deltas: readonly Delta[];
  readonly coverage: Coverage;
  readonly resources: readonly Resource[];
  readonly next_actions: readonly NextAction[];
  readonly warnings: readonly Warning[];
  readonly usage: CallUsage;
}

/** What Search Console has counted until a day, by the import or connection that brought it. */
export function consoleProvenance(connectionId: string, to: string | null): Provenance {
  const { method, confidence } = sourceClasses.webmaster_console;
  return {
    source_class: 'webmaster_console',
    method,
    // Never the file's own time: an unknown period stays unknown.
    observed_at: to === null ? null : `${to}T00:00:00.000Z`,
    confidence,
    connection_id: connectionId,
    cache_hit: false,
  };
}
