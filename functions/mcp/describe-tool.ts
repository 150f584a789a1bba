import type { Tool } from '@modelcontextprotocol/server';
import { publishedSchema } from '#shared/contract/json-schema.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import { membersOf } from '#shared/platform/is-record.ts';

export type DescribedTool = Pick<
  ToolContract,
  'name' | 'title' | 'family' | 'summary' | 'whenToUse' | 'credits' | 'input' | 'data' | 'writes'
>;

/**
 * A tool as agents see it. Kept short on purpose: the whole list is part of
 * every conversation of every agent. What the members of answers mean is in the
 * reference.
 */
export function describeTool(tool: DescribedTool): Tool {
  const { name, title, family, summary, whenToUse, credits, writes = false } = tool;
  return {
    name,
    title,
    description: `${summary} ${whenToUse} ${priceWords(credits)}`,
    inputSchema: { ...membersOf(shortened(publishedSchema(tool.input))), type: 'object' },
    outputSchema: outputSchemaOf(tool),
    annotations: {
      title,
      readOnlyHint: !writes,
      destructiveHint: false,
      // A second call costs credits again, or records again, once it is no repetition of a lost one.
      idempotentHint: credits === 0 && !writes,
      // What only reads or changes the account reaches no outside world.
      openWorldHint: family !== 'core',
    },
    _meta: { 'oriel/credits': credits },
  };
}

function priceWords(credits: number): string {
  return credits === 0 ? 'Free.' : `Costs ${credits} credits.`;
}

/**
 * The same schema in fewer words. An agent writes no better call for the lengths of texts, and a refusal names the
 * one that is wrong; alternatives that are nothing but types are one list of types, listed values need no type, and
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
  const types = Array.isArray(anyOf) ? anyOf.map(bareType) : [undefined];
  return types.includes(undefined) ? short : { ...others, type: types.flat() };
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
  if (name === 'required') return Array.isArray(value) && value.length > 0;
  return !(name === 'description' && typeof value === 'string' && depth > argumentDepth);
}

/** The type of a schema that says nothing else. */
function bareType(schema: unknown): unknown {
  const { type, ...rest } = membersOf(schema);
  return Object.keys(rest).length === 0 ? type : undefined;
}

/**
 * What a tool answers, as agents see it: each member of `data` with its type
 * where that is no text, and the names of what lies within it, `a b[c d] e{f}`,
 * in its description. As nested schemas the same names take twice the tokens,
 * and the whole list of tools has few. Members are only ever added, so that
 * nothing is closed; and clients hold refusals, which are structured too, to
 * this schema, so that nothing is required.
 */
function outputSchemaOf({ data }: Pick<ToolContract, 'data'>) {
  const members = Object.entries(membersOf(membersOf(publishedSchema(data)).properties));
  const properties = Object.fromEntries(members.map(([name, schema]) => [name, memberSchema(schema)]));
  return { type: 'object' as const, properties: { data: { type: 'object' as const, properties } } };
}

function memberSchema(schema: unknown): Readonly<Record<string, unknown>> {
  const types = typesOf(schema).filter((type, _, all) => type !== 'string' || all.length > 1);
  const names = namesIn(schema).replace(/^[[{]|[\]}]$/gu, '');
  return {
    ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
    ...(names && { description: names }),
  };
}

/** The types that a value may have; none where the schema does not say. */
function typesOf(schema: unknown): readonly unknown[] {
  const { type, anyOf } = membersOf(schema);
  if (Array.isArray(anyOf)) {
    const each = anyOf.map(typesOf);
    return each.some(({ length }) => length === 0) ? [] : [...new Set(each.flat())];
  }
  return type === undefined ? [] : [type];
}

/** The members of an object in braces, those of a list's rows in brackets; empty for anything else. */
function namesIn(schema: unknown): string {
  const { type, items, properties, anyOf } = membersOf(schema);
  if (Array.isArray(anyOf)) return anyOf.map(namesIn).find((names) => names !== '') ?? '';
  if (type === 'array') {
    const names = namesIn(items).replace(/^\{|\}$/gu, '');
    // What an object within a row has, the answer names elsewhere too.
    return names && `[${names.replaceAll(/\{[^{}]*\}/gu, '')}]`;
  }
  const members = Object.entries(membersOf(properties));
  if (members.length === 0) return '';
  const said = new Set(members.map(([name]) => name));
  const names = members.map(([name, member]) => {
    const within = newNames(namesIn(member), said);
    for (const word of wordsIn(within)) said.add(word);
    return `${name}${within}`;
  });
  return `{${names.join(' ')}}`;
}

/** Names of what lies within a member; none where all were said before, as of the same figures at another time. */
function newNames(names: string, said: ReadonlySet<string>): string {
  return wordsIn(names).every((name) => said.has(name)) ? '' : names;
}

const wordsIn = (names: string): readonly string[] => names.match(/\w+/gu) ?? [];
