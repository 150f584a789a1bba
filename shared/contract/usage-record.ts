import * as v from 'valibot';

const text = v.nullable(v.string());
const count = v.pipe(v.number(), v.integer());

/** How a call was authenticated. */
export const authSource = v.picklist(['api_key', 'session', 'oauth', 'schedule']);
export type AuthSource = v.InferOutput<typeof authSource>;

/** One call as the usage log shows it. */
export const usageRecord = v.object({
  id: v.string(),
  account_id: v.string(),
  credential_id: v.string(),
  auth_source: authSource,
  endpoint: v.string(),
  method: v.string(),
  tool: text,
  request_id: v.string(),
  status_code: count,
  response_time_ms: count,
  request_bytes: count,
  response_bytes: count,
  upstream_cost_usd: v.number(),
  credits_charged: count,
  cache_hit: v.boolean(),
  error_type: text,
  error_message: text,
  run_id: text,
  /** A `test` call is left out of sums, books and exports. */
  mode: v.picklist(['live', 'test']),
  /** The tool's arguments as JSON, cut where they are long. */
  arguments: text,
  /** Whether its answer is kept to be opened again. */
  has_answer: v.boolean(),
  /** 1, or how many refused calls of a minute this record stands for. */
  calls: count,
  created_at: v.string(),
});
export type UsageRecord = Readonly<v.InferOutput<typeof usageRecord>>;

/** One call by its request id: who made it, how it ended and what it was charged. */
export const callView = v.object({
  ...v.omit(usageRecord, [
    'id',
    'response_time_ms',
    'request_bytes',
    'response_bytes',
    'upstream_cost_usd',
    'calls',
  ]).entries,
  /** `refused`: the caller can mend it; `failed`: on our side or upstream. */
  outcome: v.picklist(['answered', 'refused', 'failed']),
});
export type CallView = Readonly<v.InferOutput<typeof callView>>;
