import { setTimeout as passing } from 'node:timers/promises';
import { hashRequest } from '#shared/callers/idempotency/idempotency-item.ts';
import type { IdempotencyStore, KeyTerms } from '#shared/callers/idempotency/idempotency-store.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import { holderOf, type Principal } from '#shared/money/accounts/principal.ts';
import type { CountedCall } from '#shared/money/ledger/credit-ledger.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { type Claimed, claimKey } from './claim-key.ts';
import type { MeteringServices } from './services.ts';

/**
 * A call that is the same as one of the last two minutes. Clients of MCP send a
 * request again as soon as its stream breaks; an attempt that outlives the 28 seconds
 * of its function by this much is dead.
 */
const repeatTerms: KeyTerms = { keptSeconds: 120, deadSeconds: 45 };
const firstPauseMs = 100;
const longestPauseMs = 1_000;

type Replayed = Extract<Claimed, { kind: 'replay' }> & {
  /** Set where the call was counted while it waited for its answer. */
  readonly counted: CountedCall | undefined;
};
export type ClaimedCall = Replayed | Exclude<Claimed, { kind: 'replay' }>;

interface ClaimingCall {
  readonly principal: Principal;
  readonly tool: Pick<ToolContract, 'credits'>;
  readonly endpoint: string;
  readonly input: unknown;
  readonly idempotencyKey: string | undefined;
  readonly isSentAgainWhenLost?: boolean;
  /** Milliseconds since 1970. */
  readonly deadline: number;
}

/**
 * The first answer to this very call, or the right to give it: by its
 * `Idempotency-Key`, else, where the protocol repeats lost calls, by what it asks.
 * There a call that comes while the first is running waits for its answer. A call
 * that costs nothing may as well be made again.
 */
export async function claimCall(
  call: ClaimingCall,
  services: Pick<MeteringServices, 'idempotency' | 'ledger' | 'clock'>,
): Promise<ClaimedCall> {
  const isRepeatable = call.isSentAgainWhenLost && call.tool.credits > 0;
  if (call.idempotencyKey === undefined && isRepeatable) return claimQuestion(call, services);
  const claimed = await claimKey(call, services.idempotency);
  return claimed.kind === 'replay' ? { ...claimed, counted: undefined } : claimed;
}

/**
 * A call that has to wait is counted first, or one credential could keep any
 * number of functions waiting.
 */
async function claimQuestion(
  { principal, endpoint, input, deadline }: ClaimingCall,
  { idempotency, ledger, clock }: Pick<MeteringServices, 'idempotency' | 'ledger' | 'clock'>,
): Promise<ClaimedCall> {
  const request = { endpoint, input };
  // An Idempotency-Key has no blanks, so that no caller's key is ever one of these.
  const key = `question ${principal.credentialId} ${hashRequest(request)}`;
  const claim = () => idempotency.claim({ accountId: holderOf(principal), key, request, terms: repeatTerms });
  let leftMs = deadline - clock();
  let pauseMs = firstPauseMs;
  let counted: CountedCall | undefined;
  for (;;) {
    const claimed = await orRunning(claim(), leftMs > 0);
    if (claimed?.kind === 'replay') return { ...claimed, counted };
    if (claimed) return claimed;
    counted ??= await ledger.countFreeCall(principal, 'tool');
    await passing(Math.min(pauseMs, leftMs));
    leftMs -= pauseMs;
    pauseMs = Math.min(2 * pauseMs, longestPauseMs);
  }
}

/** Undefined while the first attempt is running and there is time to wait for it. */
async function orRunning(
  claiming: ReturnType<IdempotencyStore['claim']>,
  mayWait: boolean,
): Promise<Awaited<typeof claiming> | undefined> {
  try {
    return await claiming;
  } catch (error) {
    if (mayWait && error instanceof ServiceError && error.code === 'request_in_progress') return undefined;
    throw error;
  }
}
