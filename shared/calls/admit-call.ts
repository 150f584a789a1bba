import * as v from 'valibot';
import type { Warning } from '#shared/contract/envelope.ts';
import { type Role, workRoles } from '#shared/contract/role.ts';
import type { ToolContract, ToolInput } from '#shared/contract/tool.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import type { Market } from '#shared/facts/ports/fact.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import type { RunRequest } from '#shared/money/ledger/operations.ts';
import { type RequestFault, ServiceError } from '#shared/platform/errors.ts';
import { isRecord } from '#shared/platform/is-record.ts';
import { echoCharacters, type Keys, type RequestPlace, toFault, unknownMember } from './request-faults.ts';

/**
 * Throws unless this account, key and connection may call this tool at all.
 * `baseUrl` is the service's: over plain HTTP only one machine is served, whose
 * user is the operator too.
 */
export function admit(
  { account, keyLimits, scopes, role }: Principal,
  tool: Pick<ToolContract, 'name' | 'requires'>,
  baseUrl: string,
): void {
  requireRole(role, workRoles);
  if (!scopes.has('tools'))
    throw new ServiceError(
      'insufficient_scope',
      'This connection may not call tools. Connect again and allow the scope `tools`.',
    );
  if (tool.requires && !account.features.has(tool.requires))
    throw new ServiceError(
      'tool_not_enabled',
      `${tool.name} is not enabled for this account. /v1/capabilities lists the tools that are; ${enabling(account.accountId, tool.requires, baseUrl)}`,
    );
  if (keyLimits.allowedTools && !keyLimits.allowedTools.some((allowed) => allowed === tool.name))
    throw new ServiceError(
      'tool_not_enabled',
      `This key may not call ${tool.name}. Use another key, or create one that allows it.`,
    );
}

function enabling(accountId: string, feature: string, baseUrl: string): string {
  if (!baseUrl.startsWith('http:')) return 'the operator of the service enables others.';
  return `on this machine \`npm run admin -- feature --account ${accountId} --enable ${feature}\` enables it.`;
}

/** Throws unless a person of this role may do it, and says who may. What comes without a role is no person's. */
export function requireRole(role: Role | undefined, allowed: readonly Role[]): void {
  if (role === undefined || allowed.includes(role)) return;
  throw new ServiceError(
    'insufficient_scope',
    `Your role in this account is ${role}. This needs the role ${allowed.join(' or ')}; an owner can change yours.`,
  );
}

/** A run as a call names it, before it is known whose it is. */
export type NamedRun = Omit<RunRequest, 'owner'>;

const largestBudget = 1_000_000_000;

/**
 * The run that a call names, from whatever the protocol carried; undefined
 * where it names none. Fails with `validation_error`.
 */
export function nameRun(id: unknown, budget: unknown): NamedRun | undefined {
  if (id === undefined && budget === undefined) return undefined;
  if (typeof id !== 'string' || !/^[\u0021-\u007e]{1,64}$/u.test(id))
    throw wrongRun('X-Run-Id', 'Name a run with 1 to 64 visible ASCII characters.');
  if (budget === undefined) return { id, budget };
  const credits = typeof budget === 'string' && /^\d{1,10}$/u.test(budget) ? Number(budget) : budget;
  if (typeof credits !== 'number' || !Number.isInteger(credits) || credits < 0 || credits > largestBudget)
    throw wrongRun('X-Run-Budget', `Send the budget of a run as whole credits, 0 to ${largestBudget}.`);
  return { id, budget: credits };
}

/** Workers that an agent gave child keys of its own spend the budget of its run. */
export function ownedRun(
  run: NamedRun | undefined,
  { parentId, credentialId }: Pick<Principal, 'parentId' | 'credentialId'>,
): RunRequest | undefined {
  return run && { ...run, owner: parentId ?? credentialId };
}

function wrongRun(header: string, message: string): ServiceError {
  return new ServiceError('validation_error', `${message} Nothing was charged.`, {
    faults: [{ pointer: '', loc: ['header', header], type: 'run', message }],
  });
}

const maxFaults = 20;
const maxWarnedFields = 10;

/** A tool's input as its logic takes it. */
export interface CheckedInput<Input> {
  readonly input: Input;
  readonly market: Market;
  /** About the request itself, such as an ignored field. */
  readonly warnings: readonly Warning[];
}

/**
 * Checks what was sent to a tool against its contract, resolves the market, and names what was ignored: agents send
 * market fields and fields of other tools along, and a call is not worth failing for that.
 */
export function checkInput<Tool extends ToolContract>(
  tool: Tool,
  sent: unknown,
): CheckedInput<ToolInput<Tool>> {
  const known = new Set(fieldNames(tool.input));
  const all = isRecord(sent) ? Object.entries(sent) : [];
  const kept = isRecord(sent) ? Object.fromEntries(all.filter(([name]) => known.has(name))) : sent;
  const input: ToolInput<Tool> = checked(tool.input, kept, 'body');
  const ignored = all.map(([name]) => name).filter((name) => !(known.has(name) || marketFields.has(name)));
  return { input, market: marketOf(input), warnings: ignored.slice(0, maxWarnedFields).map(unknownField) };
}

const marketFields = new Set(['location', 'language']);

const unknownField = (name: string): Warning => ({
  code: 'unknown_field',
  message: `The field ${JSON.stringify(name.slice(0, echoCharacters))} is not known to this tool and was ignored.`,
});

/** The parsed value, or a `validation_error` that points at every fault; a member that the schema does not know is one. */
export function checked<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  place: RequestPlace,
): v.InferOutput<Schema> {
  if (place === 'body' && !isRecord(value)) throw notAnObject(value);
  const result = v.safeParse(schema, withoutUnset(schema, value), { abortPipeEarly: true });
  const strangers = unknownIn(schema, value, []);
  if (result.success && strangers.length === 0) return result.output;
  const issues = result.issues?.filter(({ type }) => type !== 'strict_object') ?? [];
  const faults = [
    ...strangers.map(({ path, known }) => unknownMember(path, known, place)),
    ...issues.map((issue) => toFault(issue, place)),
  ].slice(0, maxFaults);
  const [first] = faults;
  throw new ServiceError(
    'validation_error',
    `${first ? describeFault(first) : 'The request does not match the contract.'} ` +
      (faults.length > 1 ? `See errors for all ${faults.length} faults. ` : '') +
      'Nothing was charged.',
    { faults },
  );
}

/** Members that a schema does not know, in lists and in objects within objects too: nothing that was meant is passed over. */
function unknownIn(
  schema: unknown,
  value: unknown,
  path: Keys,
): readonly { readonly path: Keys; readonly known: readonly string[] }[] {
  if (!isRecord(schema)) return [];
  if ('wrapped' in schema) return unknownIn(schema.wrapped, value, path);
  if (Array.isArray(value)) return value.flatMap((each, at) => unknownIn(schema.item, each, [...path, at]));
  const { entries, type } = schema;
  if (!(isRecord(value) && isRecord(entries)) || type === 'loose_object') return [];
  return Object.entries(value).flatMap(([name, member]) =>
    Object.hasOwn(entries, name)
      ? unknownIn(entries[name], member, [...path, name])
      : [{ path: [...path, name], known: Object.keys(entries) }],
  );
}

/** Typed clients send unset fields as null: where a field is optional and null says nothing, it counts as left out. */
function withoutUnset(schema: v.GenericSchema, value: unknown): unknown {
  if (!(isRecord(value) && 'entries' in schema && isRecord(schema.entries))) return value;
  const { entries } = schema;
  return Object.fromEntries(
    Object.entries(value).filter(([name, member]) => member !== null || !isOptional(entries[name])),
  );
}

function isOptional(field: unknown): boolean {
  if (!isRecord(field) || field.type !== 'optional') return false;
  return !(isRecord(field.wrapped) && field.wrapped.type === 'nullable');
}

/** The market a tool's input names. A tool without a market gets the default one, which it does not read. */
function marketOf(input: Record<string, unknown>): Market {
  const { location, language, device } = input;
  if (location === undefined && language === undefined) return withoutMarket;
  return resolveMarket({ location: textOf(location), language: textOf(language), device: textOf(device) });
}

const withoutMarket = resolveMarket();

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
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

function describeFault({ pointer, message }: RequestFault): string {
  return pointer === ''
    ? message
    : `${pointer.slice(1).replaceAll('/', '.').slice(0, echoCharacters)}: ${message}`;
}

export function fieldNames(schema: v.GenericSchema): readonly string[] {
  return 'entries' in schema && isRecord(schema.entries) ? Object.keys(schema.entries) : [];
}
