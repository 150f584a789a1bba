import type { Tool } from '@modelcontextprotocol/server';
import { publishedSchema } from '#shared/contract/json-schema.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import { membersOf } from '#shared/platform/is-record.ts';
import { outputSchemaOf } from './describe-output.ts';

/**
 * A tool as agents see it. Kept short on purpose: the whole list is part of
 * every conversation of every agent. What the members of answers mean is in the
 * reference.
 */
export function describeTool(tool: ToolContract): Tool {
  const { name, title, summary, whenToUse, credits, needs } = tool;
  return {
    name,
    title,
    description: `${summary} ${whenToUse} ${priceWords(credits)}`,
    inputSchema: { ...membersOf(shortened(publishedSchema(tool.input))), type: 'object' },
    outputSchema: outputSchemaOf(tool),
    annotations: {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      // A second call costs credits again, once it is no repetition of a lost one.
      idempotentHint: credits === 0,
      // What only reads lists of the account reaches no outside world.
      openWorldHint: !needs.includes('datasetRead'),
    },
    _meta: { 'oriel/credits': credits },
  };
}

function priceWords(credits: number): string {
  return credits === 0 ? 'Free.' : `Costs ${credits} credits.`;
}

/**
 * The same schema in fewer words. An agent writes no better call for the lengths of texts, and a refusal names the
 * one that is wrong; alternatives that are nothing but types are one list of types, and listed values need no type.
 */
function shortened(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(shortened);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { minLength: _, maxLength: __, ...rest } = membersOf(schema);
  const short = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, shortened(value)]));
  const { anyOf, type: ___, ...others } = short;
  if ('enum' in short) return others;
  const types = Array.isArray(anyOf) ? anyOf.map(bareType) : [undefined];
  return types.includes(undefined) ? short : { ...others, type: types.flat() };
}

/** The type of a schema that says nothing else. */
function bareType(schema: unknown): unknown {
  const { type, ...rest } = membersOf(schema);
  return Object.keys(rest).length === 0 ? type : undefined;
}
