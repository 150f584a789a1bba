import { setTimeout as passing } from 'node:timers/promises';
import {
  hashRequest,
  type IdempotencyClaim,
  type IdempotencyStore,
  type KeyedRequest,
  type KeyTerms,
} from '#shared/callers/idempotency/dynamo-idempotency-store.ts';
import type { Envelope } from '#shared/contract/envelope.ts';
import { priceOf, type ToolContract } from '#shared/contract/tool.ts';
import { holderOf, type Principal } from '#shared/money/accounts/principal.ts';
import type { CountedCall, Decision, Hold } from '#shared/money/ledger/operations.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { ToolCallServices } from './call.ts';
import { decideCall, type Held, settleCall } from './hold-price.ts';
import { type CallOutcome, failCall, type ToolCall } from './problem.ts';
import { endOf } from './record-call.ts';
import type { Ran } from './run-tool.ts';

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

type ClaimServices = Pick<ToolCallServices, 'idempotency' | 'ledger' | 'clock'>;

interface ClaimingCall extends KeyedCall {
  readonly tool: Pick<ToolContract, 'credits' | 'priced'>;
  readonly input: Readonly<Record<string, unknown>>;
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
export async function claimCall(call: ClaimingCall, services: ClaimServices): Promise<ClaimedCall> {
  const isRepeatable = call.isSentAgainWhenLost && priceOf(call.tool, call.input) > 0;
  if (call.idempotencyKey === undefined && isRepeatable) return claimQuestion(call, services);
  const claimed = await claimKey(call, services.idempotency, decisionsOf(call, services.ledger));
  return claimed.kind === 'replay' ? { ...claimed, counted: undefined } : claimed;
}

/** What was kept and never charged is not given again; the answers to a test key cost nothing. */
function decisionsOf(
  { principal }: Pick<ClaimingCall, 'principal'>,
  ledger: ClaimServices['ledger'],
): KeyedRequest['decisionOf'] | undefined {
  if (principal.isTest) return undefined;
  return (callId, isDead) => ledger.decisionOf(principal.account.accountId, callId, isDead);
}

/** A call that has to wait is counted first, or one credential could keep any number of functions waiting. */
async function claimQuestion(call: ClaimingCall, services: ClaimServices): Promise<ClaimedCall> {
  const { principal, endpoint, input, deadline } = call;
  const { idempotency, ledger, clock } = services;
  const request = { endpoint, input };
  // An Idempotency-Key has no blanks, so that no caller's key is ever one of these.
  const key = `question ${principal.credentialId} ${hashRequest(request)}`;
  const decisionOf = decisionsOf(call, ledger);
  const asked = { accountId: holderOf(principal), key, request, terms: repeatTerms };
  const claim = () => idempotency.claim({ ...asked, ...(decisionOf && { decisionOf }) });
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

/** A call without a key claims nothing; one with a key gets the first answer, or the right to give it. */
type Claimed = Awaited<ReturnType<IdempotencyStore['claim']>> | typeof nothingClaimed;

const nothingClaimed = { kind: 'claimed', claim: undefined } as const;

interface KeyedCall {
  readonly principal: Principal;
  /** `Idempotency-Key` as it was sent, over whichever protocol. */
  readonly idempotencyKey: string | undefined;
  /** Requests are the same where these two are. */
  readonly endpoint: string;
  readonly input: unknown;
}

/**
 * Same credential, same `Idempotency-Key`, same request: the first answer again.
 * Fails with `invalid_idempotency_key`, `idempotency_conflict` or
 * `request_in_progress`.
 */
export async function claimKey(
  { principal, idempotencyKey, endpoint, input }: KeyedCall,
  store: IdempotencyStore,
  decisionOf?: KeyedRequest['decisionOf'],
): Promise<Claimed> {
  const key = parseKey(idempotencyKey);
  if (key === undefined) return nothingClaimed;
  const own = ownKey(keyspaceOf(principal), key);
  const asked = { accountId: holderOf(principal), key: own, request: { endpoint, input } };
  return store.claim({ ...asked, ...(decisionOf && { decisionOf }) });
}

/** A caller's key, apart from the same key of others of the account. */
export function ownKey(keyspace: string, key: string): string {
  return `${keyspace} ${key}`;
}

/**
 * Whose keys these are: of a credential with all that it made itself, so that no other is given its
 * answers or finds its keys in use, or of a person, who signs in again and again.
 */
function keyspaceOf({ authSource, credentialId, parentId, memberId }: Principal): string {
  if (authSource === 'session') return memberId ?? 'opener';
  return parentId ?? credentialId;
}

/**
 * Keeps an answer under its key, where the call has one, and gives the answer
 * as it was kept. A kept answer is given again word for word, so it waits for
 * its datasets; without a key they are stored beside the charge. Fails where
 * another attempt took the key over.
 */
export async function keepAnswer(
  claim: IdempotencyClaim | undefined,
  { planned, stored, isFree }: Pick<Ran, 'planned' | 'stored' | 'isFree'>,
  hold: Pick<Hold, 'callId' | 'credits'> | undefined,
): Promise<Envelope> {
  if (!claim) return planned;
  const envelope = await stored;
  const callId = hold && hold.credits > 0 && !isFree ? hold.callId : undefined;
  await claim.keep({ statusCode: 200, body: JSON.stringify(envelope) }, callId);
  return envelope;
}

/** Frees the key of a call that failed, so that a retry runs again. A key that cannot be freed is taken over in time. */
export async function releaseKey(claim: IdempotencyClaim | undefined, logger: CallLogger): Promise<void> {
  try {
    await claim?.release();
  } catch (cause) {
    logger.warn('Idempotency-Key not released', { cause });
  }
}

/** 1-255 visible ASCII characters, bare or as a quoted string (the form of the IETF draft). */
function parseKey(sent: string | undefined): string | undefined {
  if (sent === undefined) return undefined;
  const key = /^"(?<quoted>[^"]*)"$/u.exec(sent.trim())?.groups?.quoted ?? sent.trim();
  if (/^[\u0021-\u007e]{1,255}$/u.test(key)) return key;
  throw new ServiceError(
    'invalid_idempotency_key',
    'Send an Idempotency-Key of 1 to 255 visible ASCII characters, such as a UUID.',
  );
}

/** The value of the work, or `otherwise` where it takes longer than `ms`. Late work goes on unheard and must not reject. */
export async function inTime<Value, Other>(
  work: Promise<Value>,
  ms: number,
  otherwise: () => Other | Promise<Other>,
): Promise<Value | Other> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Other>((resolve) => {
    timer = setTimeout(() => resolve(otherwise()), Math.max(0, ms));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export function outOfTime(): ServiceError {
  return new ServiceError(
    'upstream_timeout',
    'The answer was not ready in time and nothing was charged. Try again, or ask for less at once.',
  );
}

/** Tools stop this long before their function does, so that the call can still be decided and answered. */
export const reserveMs = 3_000;
/** After the deadline of the tool: for the refund of a tool that stopped, or for the charge of one that was just in time. */
const decidingMs = 1_300;
/** For the ledger to say how the call was decided. */
const askingMs = 1_000;

export interface CallProgress {
  /** Nothing may be charged from then on whose charge has not begun. */
  isOver: boolean;
  held: Held | undefined;
  /** From the moment the charge is sent; `answer` is what it pays for. */
  charging: { readonly decided: Promise<Decision>; answer(): Promise<CallOutcome> } | undefined;
}

/**
 * Answers a call before its function ends, however late the database and the
 * stores are, and never says more of its charge than is true: what was charged
 * is answered, "nothing was charged" is only said of what can never be charged.
 */
export function endInTime<Tool extends ToolContract>(
  request: ToolCall<Tool>,
  services: ToolCallServices,
  meter: (progress: CallProgress) => Promise<CallOutcome>,
): Promise<CallOutcome> {
  const progress: CallProgress = { isOver: false, held: undefined, charging: undefined };
  const leftMs = request.deadline + decidingMs - services.clock();
  return inTime(meter(progress), leftMs, () => endEarly(request, progress, services));
}

async function endEarly<Tool extends ToolContract>(
  request: ToolCall<Tool>,
  progress: CallProgress,
  services: ToolCallServices,
): Promise<CallOutcome> {
  progress.isOver = true;
  const { held, charging } = progress;
  const { call, principal } = request;
  const failure = failCall(call, outOfTime(), held?.rate, services, { principal });
  if (!held?.hold || held.hold.credits === 0) return failure;
  const asking = refund(request, held, endOf(failure), services);
  if (!charging) {
    // The call sees that it is over before it would be charged; this gives its credits back sooner.
    await inTime(asking, askingMs, () => undefined);
    return failure;
  }
  const outcome = await inTime(firstKnown([charging.decided, asking]), askingMs, () => 'unknown' as const);
  if (outcome === 'charged') return charging.answer();
  return outcome === 'void'
    ? failure
    : failCall(call, undecided(call.requestId), held.rate, services, { principal });
}

/** Decides the call `void` unless it is decided already, as the sweeper does, and carries the decision out. */
async function refund<Tool extends ToolContract>(
  request: ToolCall<Tool>,
  held: Held,
  end: ReturnType<typeof endOf>,
  services: ToolCallServices,
): Promise<Decision> {
  const outcome = await decideCall(request, held, 'void', end, services);
  if (outcome === 'void') await settleCall(held, outcome, services);
  return outcome;
}

/** The first decision that stands; `unknown` where none of them does. */
function firstKnown(outcomes: readonly Promise<Decision>[]): Promise<Decision> {
  const known = outcomes.map(async (asked) => {
    const outcome = await asked;
    if (outcome !== 'charged' && outcome !== 'void') throw new Error('The outcome is not known.');
    return outcome;
  });
  return Promise.any(known).catch(() => 'unknown');
}

/** The charge was sent and nobody could say in time whether it arrived. */
export function undecided(requestId: string): ServiceError {
  return new ServiceError(
    'upstream_timeout',
    'The answer was not ready in time, and it is not known yet whether it was charged. ' +
      `GET /v1/me/calls/${requestId} tells in two minutes at the latest. ` +
      'A repeat with the same Idempotency-Key is never charged twice.',
    { isUndecided: true },
  );
}
