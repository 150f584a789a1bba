import type { MiddlewareObj } from '@middy/core';
import * as v from 'valibot';
import type { Warning } from '#shared/contract/envelope.ts';
import type { ToolContract, ToolInput } from '#shared/contract/tool.ts';
import { type RequestFault, ServiceError } from '#shared/errors.ts';
import { resolveMarket } from '#shared/search/markets.ts';
import type { Begun, CallResult, GatewayEvent, Validated } from './call.ts';

/** How much of a request an error may repeat, in characters. */
const echoCharacters = 100;
const maxFaults = 20;
const maxWarnedFields = 10;

/** Checks a tool's body against its contract, resolves the market, and names what was ignored. */
export function validateTool<Tool extends ToolContract>(
  tool: Tool,
): MiddlewareObj<GatewayEvent & Begun & Validated<ToolInput<Tool>>, CallResult> {
  return {
    name: 'validate-tool',
    before({ event }) {
      const body: unknown = event.body;
      event.input = checked(tool.input, body, 'body');
      event.market = resolveMarket({
        location: textOf(event.input, 'location'),
        language: textOf(event.input, 'language'),
      });
      event.warnings = unknownFields(tool.input, body);
    },
  };
}

/** The parsed value, or a `validation_error` that points at every fault. */
export function checked<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  place: 'body' | 'query',
): v.InferOutput<Schema> {
  if (place === 'body' && !isPlainObject(value)) throw notAnObject(value);
  const result = v.safeParse(schema, withoutUnset(schema, value), { abortPipeEarly: true });
  if (result.success) return result.output;
  const faults = result.issues.slice(0, maxFaults).map((issue) => toFault(issue, place));
  const [first] = faults;
  throw new ServiceError(
    'validation_error',
    `${first ? asSentence(describeFault(first)) : 'The request does not match the contract.'} ` +
      (faults.length > 1 ? `See errors for all ${faults.length} faults. ` : '') +
      'Nothing was charged.',
    { faults },
  );
}

/** Typed clients send the fields that nobody set as null: where a field may be left out, that is leaving it out. */
function withoutUnset(schema: v.GenericSchema, value: unknown): unknown {
  if (!(isPlainObject(value) && 'entries' in schema && isPlainObject(schema.entries))) return value;
  const { entries } = schema;
  return Object.fromEntries(
    Object.entries(value).filter(([name, member]) => member !== null || !isOptional(entries[name])),
  );
}

function isOptional(field: unknown): boolean {
  return isPlainObject(field) && field.type === 'optional';
}

function textOf(input: Record<string, unknown>, field: 'location' | 'language'): string {
  const value = input[field];
  if (typeof value === 'string') return value;
  return field === 'location' ? 'United States' : 'English';
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function notAnObject(value: unknown): ServiceError {
  const got =
    value === null || value === undefined
      ? 'nothing'
      : Array.isArray(value)
        ? 'an array'
        : `a ${typeof value}`;
  return new ServiceError(
    'validation_error',
    `The body must be one JSON object; ${got} was sent. Nothing was charged.`,
    {
      faults: [
        { pointer: '', loc: ['body'], type: 'object', message: `Expected an object, received ${got}.` },
      ],
    },
  );
}

function toFault(issue: v.BaseIssue<unknown>, place: 'body' | 'query'): RequestFault {
  const keys = (issue.path ?? []).map(({ key }) =>
    typeof key === 'number' ? key : String(key).slice(0, echoCharacters),
  );
  return {
    pointer: keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
    loc: [place, ...keys],
    type: issue.type.replace('code_points', 'length'),
    message: faultMessage(issue),
  };
}

/** The schema's own words; what was received is cut before it is repeated. */
function faultMessage(issue: v.BaseIssue<unknown>): string {
  const received = issue.received ?? '';
  const message = issue.message.replace('Invalid code points', 'Invalid length');
  if (issue.received === 'undefined' && issue.type === 'object') return 'This field is required.';
  if (received.length <= echoCharacters || !message.includes(received)) return message.slice(0, 300);
  return message.replace(received, () => `${received.slice(0, echoCharacters - 1)}…`).slice(0, 300);
}

function describeFault({ pointer, message }: RequestFault): string {
  return pointer === ''
    ? message
    : `${pointer.slice(1).replaceAll('/', '.').slice(0, echoCharacters)}: ${message}`;
}

function asSentence(text: string): string {
  return /[.!?]$/u.test(text) ? text : `${text}.`;
}

function unknownFields(schema: v.GenericSchema, body: unknown): Warning[] {
  if (!isPlainObject(body)) return [];
  const known = new Set(['location', 'language', ...fieldNames(schema)]);
  return Object.keys(body)
    .filter((name) => !known.has(name))
    .slice(0, maxWarnedFields)
    .map((name) => ({
      code: 'unknown_field',
      message: `The field ${JSON.stringify(name.slice(0, echoCharacters))} is not known to this tool and was ignored.`,
    }));
}

/** The members of an object schema, piped or not. */
export function fieldNames(schema: v.GenericSchema): readonly string[] {
  return 'entries' in schema && isPlainObject(schema.entries) ? Object.keys(schema.entries) : [];
}
