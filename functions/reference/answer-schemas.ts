import * as v from 'valibot';
import type { EndpointContract } from '#shared/contract/endpoint.ts';
import { envelopeOf, provenance, subject } from '#shared/contract/envelope.ts';
import { publishedSchema } from '#shared/contract/json-schema.ts';
import { statementValues } from '#shared/contract/statements.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import { isRecord } from '#shared/platform/is-record.ts';
import { accountWords, capabilityWords } from './words/account-words.ts';
import { auditWords, linkWords } from './words/audit-words.ts';
import { envelopeWords } from './words/envelope-words.ts';
import { importWords } from './words/import-words.ts';
import { changeWords, ownSiteWords, searchConsoleWords } from './words/own-site-words.ts';
import { listingWords, searchWords } from './words/search-words.ts';
import { trackerWords } from './words/tracker-words.ts';

/**
 * What the members of answers mean: unit, range, source, and what null says. A
 * key is the end of a member's path (`own.clicks` fits `…top_pages.own.clicks`),
 * lists are passed without a mark, `*` is any name of a map, and the longest key
 * that fits is taken. A description in a contract goes first.
 *
 * They are here and not in the contracts, because every function reads its
 * contract at its cold start and only the reference reads these.
 */
export const words: Readonly<Record<string, string>> = {
  ...envelopeWords,
  ...searchWords,
  ...ownSiteWords,
  ...listingWords,
  ...linkWords,
  ...auditWords,
  ...accountWords,
  ...capabilityWords,
  ...importWords,
  ...searchConsoleWords,
  ...changeWords,
  ...trackerWords,
};

interface Schema {
  readonly [keyword: string]: unknown;
}

/**
 * The JSON Schema of an answer, with a description of every member that has
 * words. `at` is where the answer is found, such as `inspect_domain.data`.
 */
function describedSchema(schema: v.GenericSchema, at: string): Schema {
  return describe({ ...publishedSchema(schema) }, at);
}

function describe(schema: Schema, path: string): Schema {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, describeKeyword(keyword, value, path)]),
  );
}

function describeKeyword(keyword: string, value: unknown, path: string): unknown {
  if (keyword === 'properties' && isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, describeMember(member, `${path}.${name}`)]),
    );
  if (keyword === 'additionalProperties' && isRecord(value)) return describeMember(value, `${path}.*`);
  if (keyword === 'items' && isRecord(value)) return describe(value, path);
  if (keyword === 'anyOf' && Array.isArray(value))
    return value.map((option: unknown) => (isRecord(option) ? describe(option, path) : option));
  return value;
}

function describeMember(member: unknown, path: string): unknown {
  if (!isRecord(member)) return member;
  const description = member.description ?? wordsFor(path);
  return { ...describe(member, path), ...(description === undefined ? {} : { description }) };
}

/** The longest end of the path that has words. */
function wordsFor(path: string): string | undefined {
  const names = path.split('.');
  const ends = names.map((_, start) => names.slice(start).join('.'));
  const known = ends.find((end) => Object.hasOwn(words, end));
  return known === undefined ? undefined : words[known];
}

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

export function dataSchema(tool: ToolContract) {
  return describedSchema(tool.data, `${tool.name}.data`);
}

export function endpointAnswerSchema(endpoint: EndpointContract) {
  return describedSchema(endpoint.response, endpoint.name);
}
