import type { ToolContract, ToolInput } from '#shared/contract/tool.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { refuseWhenFull } from '#shared/money/ledger/plan-hold.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { admit, type CheckedInput, checkInput, type NamedRun, nameRun } from './admit-call.ts';
import { callTool } from './call-tool.ts';
import { type CallOutcome, orError, type ToolCall } from './problem.ts';
import { refuseCall } from './record-call.ts';
import type { ToolCallServices } from './services.ts';

/** An authenticated call with arguments that are not validated yet. */
export interface UncheckedCall<Tool extends ToolContract>
  extends Omit<ToolCall<Tool>, keyof CheckedInput<unknown>> {
  readonly args: unknown;
  /** A run and its budget, as they were sent. */
  readonly runSent?: { readonly id?: unknown; readonly budget?: unknown } | undefined;
}

/** A tool and the way to run it. */
export interface ServedTool {
  readonly tool: ToolContract;
  call(
    request: Omit<UncheckedCall<ToolContract>, 'tool' | 'logic'>,
    services: ToolCallServices,
  ): Promise<CallOutcome>;
}

/** A call for those that have arguments and no HTTP request: admitted, checked and refused as over REST. */
export async function callWithArguments<Tool extends ToolContract>(
  { args, runSent, ...request }: UncheckedCall<Tool>,
  services: ToolCallServices,
): Promise<CallOutcome> {
  const { call, principal } = request;
  const checked = await orError(check(request, args, runSent, services));
  if (checked instanceof ServiceError) return refuseCall(call, principal, checked, services);
  return callTool({ ...request, ...checked }, services);
}

async function check<Tool extends ToolContract>(
  { principal, tool }: { readonly principal: Principal; readonly tool: Tool },
  args: unknown,
  runSent: UncheckedCall<Tool>['runSent'],
  { baseUrl, clock }: Pick<ToolCallServices, 'baseUrl' | 'clock'>,
): Promise<CheckedInput<ToolInput<Tool>> & { readonly run: NamedRun | undefined }> {
  admit(principal, tool, baseUrl);
  refuseWhenFull(principal, 'tool', clock());
  return { ...checkInput(tool, wellFormed(args)), run: nameRun(runSent?.id, runSent?.budget) };
}

/** Nesting that no contract comes near; deeper arguments are refused before they exhaust the stack. */
const maxDepth = 100;

/** JSON can spell half of a character (`"\ud800"`), which no database takes: it becomes U+FFFD. */
function wellFormed(value: unknown, depth = 0): unknown {
  if (depth > maxDepth) throw new ServiceError('invalid_json', 'The arguments are nested too deeply.');
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map((entry) => wellFormed(entry, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  return Object.fromEntries(members.map(([name, member]) => [name, wellFormed(member, depth + 1)]));
}
