import type { SourceClass } from '#shared/contract/envelope.ts';
import { priceOf, type ToolContract } from '#shared/contract/tool.ts';
import { createSpend, type Market } from '#shared/facts/ports/fact.ts';
import { nearLimits } from '#shared/money/accounts/meter.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import type { CountedCall, Decision, Hold } from '#shared/money/ledger/operations.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { type NamedRun, ownedRun } from './admit-call.ts';
import type { Call, PaidCall, ToolCallServices } from './call.ts';
import { type CallEnd, recordFreeCall, reportCall } from './record-call.ts';

interface MeteredCall extends PaidCall {
  readonly call: Call;
  readonly principal: Principal;
  readonly run?: NamedRun | undefined;
}

export interface Held extends CountedCall {
  /** Undefined for a call that costs nothing. */
  readonly hold: Hold | undefined;
  /** What can still be spent after this call. */
  readonly balanceAfter: number;
  /** Why nothing could be set aside, of a call that is answered from what its account has brought or not at all. */
  readonly unpaid?: ServiceError;
}

/**
 * Counts the call and sets its price aside: one write, and one more for each limit of the caller's own. Comes
 * after validation, so that a malformed request never touches the balance, and before the work, so that an
 * empty account never costs anything upstream.
 */
export async function holdPrice(
  { call, principal, tool, ...request }: MeteredCall,
  { ledger, dashboardUrl }: Pick<ToolCallServices, 'ledger' | 'dashboardUrl'>,
): Promise<Held> {
  const run = ownedRun(request.run, principal);
  const credits = priceOf(tool, request.input);
  if (credits === 0) {
    const counted = await ledger.countFreeCall(principal, 'tool', run);
    return { ...counted, hold: undefined, balanceAfter: principal.account.balance };
  }
  const metered = { requestId: call.requestId, tool: tool.name, credits, run };
  try {
    const hold = await ledger.hold(principal, metered);
    const { balanceAfter, rate, limit, run: spentByRun } = hold;
    return { hold, balanceAfter, rate, limit, run: spentByRun };
  } catch (error) {
    throw withBillingLink(error, `${dashboardUrl}/billing`);
  }
}

/** Sources of tools that may tell what an account has brought itself. */
const ownClasses: ReadonlySet<SourceClass> = new Set(['webmaster_console', 'backlink_index']);
const ownReadMs = 3_000;

interface UnpaidCall extends Pick<MeteredCall, 'principal' | 'input' | 'run'> {
  readonly tool: Pick<ToolContract, 'sourceClasses'>;
  readonly market: Market;
}

/**
 * A call whose price could not be set aside, counted as a free one where its account has brought anything that
 * may answer it: such answers cost nothing, so that no empty balance keeps anybody from their own figures.
 */
export async function countUnpaid(
  refused: ServiceError,
  { principal, tool, input, market, run }: UnpaidCall,
  { ledger, openSources }: Pick<ToolCallServices, 'ledger' | 'openSources'>,
): Promise<Held | ServiceError> {
  const { account, isTest } = principal;
  const mayBeOwn = tool.sourceClasses.some((source) => ownClasses.has(source));
  if (refused.status !== 402 || !mayBeOwn || isTest || account.snapshot.sample_data) return refused;
  const signal = AbortSignal.timeout(ownReadMs);
  const { own, hasOwnLinks } = await openSources(createSpend(), signal, account.accountId, 'nothing');
  const ofLinks = typeof input.domain === 'string' && hasOwnLinks?.(input.domain);
  const [sites = [], hasLinks] = await Promise.all([own?.sites(market), ofLinks]);
  if (sites.length === 0 && !hasLinks) return refused;
  const counted = await ledger.countFreeCall(principal, 'tool', ownedRun(run, principal));
  return { ...counted, hold: undefined, balanceAfter: account.balance, unpaid: refused };
}

/** How a call that has an answer is decided, and what it costs and leaves. One that is free is decided as a failure is, so that its price goes back. */
export function costOf({ hold, balanceAfter, limit }: Held, isFree: boolean) {
  const price = hold?.credits ?? 0;
  const returned = isFree ? price : 0;
  return {
    decision: isFree ? ('void' as const) : ('charged' as const),
    left: {
      creditsCharged: price - returned,
      balance: balanceAfter + returned,
      limit: limit && { ...limit, remaining: limit.remaining + returned },
    },
  };
}

/**
 * Decides the call by writing its usage record: `charged` with an answer,
 * `void` with a failure. Gives the decision that stands, which is `void` where
 * the sweeper came first. Never rejects.
 */
export async function decideCall(
  { call, principal, run, input: asked }: MeteredCall,
  { hold }: Held,
  decision: 'charged' | 'void',
  end: CallEnd,
  services: ToolCallServices,
): Promise<Decision> {
  const ended = { ...end, asked, runId: run?.id };
  if (hold)
    return services.ledger.commit(hold, decision, reportCall(call, principal, ended, services.clock()));
  await recordFreeCall(call, principal, ended, services);
  return decision;
}

/**
 * Carries a decision out, and has it told where this call took the balance, or what is left of a limit, to a mark. Never rejects:
 * what is not settled or told here, the sweeps settle and tell.
 */
export async function settleCall(
  { hold }: Held,
  outcome: Decision,
  { ledger, logger, tellAccount }: Pick<ToolCallServices, 'ledger' | 'logger' | 'tellAccount'>,
): Promise<void> {
  if (!hold) return;
  try {
    const fall = await ledger.settle(hold, outcome);
    const near = outcome === 'charged' ? nearLimits(hold.meters, hold.credits) : [];
    const { accountId: account_id, credentialId: credential_id } = hold;
    if (fall) await tellAccount({ account_id, ...fall });
    for (const limit of near) await tellAccount({ account_id, credential_id, ...limit });
  } catch (cause) {
    logger.error('hold not settled or low balance not told', { call_id: hold.callId, cause });
  }
}

function withBillingLink(error: unknown, billingUrl: string): unknown {
  if (!(error instanceof ServiceError) || error.status !== 402) return error;
  return new ServiceError(error.code, error.message, {
    details: { ...error.details, action_url: billingUrl },
    faults: error.faults,
    headers: error.headers,
    cause: error,
  });
}
