import * as v from 'valibot';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { envelopeOf } from '#shared/contract/envelope.ts';
import { told } from '#shared/contract/fields.ts';
import { roles } from '#shared/contract/role.ts';

const text = v.string();

const capabilities = v.looseObject({
  version: text,
  tools: v.array(
    v.looseObject({
      name: text,
      family: text,
      title: text,
      summary: text,
      method: v.literal('POST'),
      path: text,
      credits: v.number(),
      enabled: v.boolean(),
      requires: v.nullable(text),
      input_schema: v.record(text, v.unknown()),
      example: v.record(text, v.unknown()),
      source_classes: v.array(text),
    }),
  ),
  credit_cost: v.record(text, v.number()),
  sources: v.array(
    v.object({
      source_class: text,
      status: v.picklist(['available', 'unavailable']),
      typical_confidence: v.number(),
      stability: v.optional(
        v.array(
          v.object({
            days_from: v.number(),
            days_to: v.nullable(v.number()),
            places: v.number(),
            within_one_position: v.number(),
          }),
        ),
      ),
      lists: v.optional(
        v.array(v.object({ kind: text, name: text, domains: v.number(), of: v.nullable(v.number()) })),
      ),
    }),
  ),
  defaults: v.object({ location: text, language: text }),
  // By code, so that a list to choose from costs a reader little.
  markets: v.object({
    locations: told(v.record(text, text), 'Countries: ISO 3166-1 code to name.'),
    languages: told(v.record(text, text), 'Search languages: code to name.'),
  }),
  limits: v.looseObject({
    rate: v.object({ minute: v.number(), hour: v.number(), day: v.number() }),
    concurrent_calls: v.number(),
    body_bytes: v.number(),
    dataset_days: v.number(),
  }),
  auth: v.looseObject({ schemes: v.array(text), header: text, key_prefix: text, authorization_server: text }),
  mcp: v.object({ url: text, transport: text }),
  docs: v.object({ openapi: text, llms_txt: text, reference: text }),
});

export const getCapabilities = defineEndpoint({
  name: 'get_capabilities',
  title: 'Capabilities',
  summary:
    'Tools, prices, sources and limits. Without a credential it lists the tools every account has; with one also those enabled for that account.',
  module: 'capabilities/actions.ts',
  methods: ['GET', 'POST'],
  path: '/v1/capabilities',
  authentication: 'optional',
  roles,
  response: envelopeOf(capabilities),
  // Whether the provider has an account decides which sources are available; the index tells how well its places hold.
  grants: { tables: { index: ['GetItem'] }, secrets: ['upstream', 'crux'], sharedIndex: true },
});
