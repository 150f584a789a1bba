import type { Tool } from '@modelcontextprotocol/server';
import { publishedSchema } from '#shared/contract/json-schema.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import { membersOf } from '#shared/platform/is-record.ts';

export type DescribedTool = Pick<
  ToolContract,
  'name' | 'title' | 'family' | 'summary' | 'whenToUse' | 'credits' | 'priced' | 'input' | 'data' | 'writes'
>;

/**
 * A tool as agents see it. Kept short on purpose: the whole list is part of
 * every conversation of every agent. What the members of answers mean is in the
 * reference.
 */
export function describeTool(tool: DescribedTool): Tool {
  const { name, title, family, summary, whenToUse, credits, priced, writes = false } = tool;
  return {
    name,
    description: `${summary} ${whenToUse} ${priceWords(credits, priced?.per)}`,
    inputSchema: { ...membersOf(shortened(publishedSchema(tool.input))), type: 'object' },
    outputSchema: outputSchemaOf(tool),
    annotations: {
      title,
      readOnlyHint: !writes,
      destructiveHint: false,
      // Means something of what writes alone: a second call records again, once it is no repetition of a lost one.
      ...(writes && { idempotentHint: false }),
      // What only reads or changes the account reaches no outside world.
      openWorldHint: family !== 'core',
    },
    _meta: { 'oriel/credits': credits },
  };
}

function priceWords(credits: number, per?: string): string {
  return credits === 0 ? 'Free.' : `Costs ${credits} credits${per === undefined ? '' : ` per ${per}`}.`;
}

/**
 * The same schema in fewer words. An agent writes no better call for the lengths of texts or for a least number of 1,
 * and a refusal names the argument that is wrong; alternatives are one list of types, listed values need no type, and
 * what lies within an argument is described with it.
 */
function shortened(schema: unknown, depth = 0): unknown {
  if (Array.isArray(schema)) return schema.map((each) => shortened(each, depth));
  if (typeof schema !== 'object' || schema === null) return schema;
  const short = Object.fromEntries(
    Object.entries(membersOf(schema)).flatMap(([name, value]): [string, unknown][] =>
      isSaid(name, value, depth) ? [[name, shortened(value, depth + 1)]] : [],
    ),
  );
  const { anyOf, type: _, ...others } = short;
  if ('enum' in short) return others;
  const types = anyOf === undefined ? [] : typesOf(short);
  return types.length === 0 ? short : { ...others, type: types };
}

/** The depth of an argument: within the list of them, within the schema of all. */
const argumentDepth = 2;

const unsaid = new Set([
  'minLength',
  'maxLength',
  'minItems',
  'pattern',
  'propertyNames',
  'additionalProperties',
]);

function isSaid(name: string, value: unknown, depth: number): boolean {
  // Names in a list of arguments are arguments.
  if (depth === 1) return true;
  if (unsaid.has(name)) return false;
  if (name === 'minimum') return typeof value === 'number' && value > 1;
  if (name === 'default') return value !== '';
  if (name === 'required') return Array.isArray(value) && value.length > 0;
  return !(name === 'description' && typeof value === 'string' && depth > argumentDepth);
}

/**
 * What a tool answers, as agents see it: `data` with the names of its lists and objects. Its other members say again
 * what was asked or speak for themselves, and the answer as text names every column. More would cost every
 * conversation more than it helps (docs/decisions/0236). Members are only ever added, so that nothing is closed; and
 * clients hold refusals, which are structured too, to this schema, so that nothing is required.
 */
function outputSchemaOf({ data }: Pick<ToolContract, 'data'>) {
  const members = Object.entries(membersOf(membersOf(publishedSchema(data)).properties));
  const nested = members.flatMap(([name, schema]) =>
    typesOf(schema).some((type) => type === 'array' || type === 'object') ? name : [],
  );
  const description = nested.join(' ');
  return { type: 'object' as const, properties: { data: { description } } };
}

/** The types that a value may have; none where the schema does not say. */
function typesOf(schema: unknown): readonly unknown[] {
  const { type, anyOf } = membersOf(schema);
  if (Array.isArray(anyOf)) {
    const each = anyOf.map(typesOf);
    return each.some(({ length }) => length === 0) ? [] : [...new Set(each.flat())];
  }
  return type === undefined ? [] : [type].flat();
}
