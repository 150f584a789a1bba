import * as v from 'valibot';
import type { EndpointContract } from '#shared/contract/endpoint.ts';
import { envelopeOf, provenance, subject } from '#shared/contract/envelope.ts';
import { statementValues } from '#shared/contract/statements.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import { describedSchema } from './described-schema.ts';

/** What a problem says, whatever the path (RFC 9457). */
const problem = v.looseObject({
  type: v.string(),
  title: v.string(),
  status: v.pipe(v.number(), v.integer()),
  detail: v.string(),
  instance: v.string(),
  code: v.string(),
  retryable: v.boolean(),
  request_id: v.string(),
  credits_charged: v.nullable(v.pipe(v.number(), v.integer())),
  errors: v.array(
    v.object({
      pointer: v.string(),
      loc: v.array(v.union([v.string(), v.number()])),
      type: v.string(),
      message: v.string(),
    }),
  ),
  credits_required: v.optional(v.number()),
  balance: v.optional(v.number()),
  action_url: v.optional(v.string()),
});

/** Statements by type: each with its subjects, its values, the market where it holds in one, and its origin. */
const statements = Object.entries(statementValues).map(([type, values]) =>
  v.looseObject({
    type: v.literal(type),
    subject: v.array(subject),
    ...values.entries,
    location: v.optional(v.string()),
    language: v.optional(v.string()),
    provenance,
  }),
);

/** The envelope of every answer, whatever its `data`. */
export const envelopeSchema = describedSchema(
  v.object({ ...envelopeOf(v.unknown()).entries, facts: v.array(v.union(statements)) }),
  'Envelope',
);

export const problemSchema = describedSchema(problem, 'Problem');

/** `data` of a tool's answer. */
export function dataSchema(tool: ToolContract) {
  return describedSchema(tool.data, `${tool.name}.data`);
}

export function endpointAnswerSchema(endpoint: EndpointContract) {
  return describedSchema(endpoint.response, endpoint.name);
}
