import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';

const config: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  // Clean-ups and checks on the way in; invisible in the published schema.
  ignoreActions: ['trim', 'to_lower_case', 'transform', 'raw_transform', 'check', 'raw_check', 'brand'],
  // JSON Schema counts characters, not the units of UTF-16.
  overrideAction: ({ valibotAction: action, jsonSchema }) =>
    action.type === 'max_code_points' && 'requirement' in action && typeof action.requirement === 'number'
      ? { ...jsonSchema, maxLength: action.requirement }
      : undefined,
};

/** The JSON Schema of a contract's schema, as OpenAPI, MCP and capabilities show it. */
export function publishedSchema(schema: v.GenericSchema, more: ConversionConfig = {}): JsonSchema {
  const { $schema: _, ...published } = toJsonSchema(schema, { ...config, ...more });
  return published;
}

/** The same for a body of which every member has to be known. */
export const closedSchema = (schema: v.GenericSchema) =>
  publishedSchema(schema, {
    overrideSchema: ({ valibotSchema: { type }, jsonSchema }) =>
      type === 'object' ? { ...jsonSchema, additionalProperties: false } : undefined,
  });
