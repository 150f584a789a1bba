import type { MiddlewareObj } from '@middy/core';
import type { IdempotencyStore, KeptAnswer } from '#shared/callers/idempotency/idempotency-store.ts';
import type { CreditLedger } from '#shared/money/ledger/credit-ledger.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { Authenticated, Begun, CallResult, GatewayEvent, Replayable } from './call.ts';

interface ReplayOptions {
  readonly store: IdempotencyStore;
  readonly ledger: CreditLedger;
}

/** Same account, same `Idempotency-Key`, same request: the first answer again, free of charge. */
export function replay<Input>(
  { store, ledger }: ReplayOptions,
  requestOf: (event: GatewayEvent & Begun & Input) => unknown,
  use: 'honored' | 'ignored' = 'honored',
): MiddlewareObj<GatewayEvent & Begun & Authenticated & Replayable & Input, CallResult> {
  return {
    name: 'replay',
    async before({ event }) {
      const key = idempotencyKey(event.call.headers['idempotency-key']);
      event.claim = undefined;
      if (key === undefined || use === 'ignored') return;
      const { endpoint } = event.call;
      const found = await store.claim({
        accountId: event.principal.account.accountId,
        key,
        request: { endpoint, input: requestOf(event) },
      });
      if (found.kind === 'replay') {
        event.call.replayed = markReplayed(found.answer, event.principal.account.balance);
        event.call.rate = await ledger.countFreeCall(event.principal);
      } else event.claim = found.claim;
    },
    /** A failure frees the key, so that a retry can succeed. */
    onError: ({ event }) => event.claim?.release(),
  };
}

/** Keeps an answer under its key before the call is charged, so that a charged answer can always be given again. */
export function keepAnswer(): MiddlewareObj<GatewayEvent & Begun & Replayable, CallResult> {
  return {
    name: 'keep-answer',
    async after({ event, response }) {
      if (response && !event.call.replayed)
        await event.claim?.keep(toKept(response), event.call.hold?.callId);
    },
  };
}

function toKept({ statusCode, headers, body }: CallResult): KeptAnswer {
  return { statusCode, body, ...(headers && { headers }) };
}

/** The body is the first one, word for word; the headers tell of this call: nothing charged, the balance of now. */
function markReplayed(answer: KeptAnswer, balance: number): CallResult {
  const tellsBalance = answer.headers?.['x-credits-balance'] !== undefined;
  return {
    ...answer,
    headers: {
      ...answer.headers,
      ...(tellsBalance && { 'x-credits-balance': String(balance) }),
      'x-credits-charged': '0',
      'idempotency-replayed': 'true',
    },
  };
}

/** 1-255 visible ASCII characters, bare or as a quoted string (the form of the IETF draft). */
function idempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = /^"(?<quoted>[^"]*)"$/u.exec(header.trim())?.groups?.quoted ?? header.trim();
  if (/^[\u0021-\u007e]{1,255}$/u.test(key)) return key;
  throw new ServiceError(
    'invalid_idempotency_key',
    'Send an Idempotency-Key of 1 to 255 visible ASCII characters, such as a UUID.',
  );
}
