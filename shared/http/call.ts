import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { IdempotencyClaim } from '#shared/callers/idempotency/idempotency-store.ts';
import type { Warning } from '#shared/contract/envelope.ts';
import type { Market } from '#shared/facts/markets/market.ts';
import type { Spend } from '#shared/facts/sources/spend.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import type { Hold, RateStatus } from '#shared/money/ledger/credit-ledger.ts';

/** What the gateway hands us, and what we hand back. */
export type GatewayEvent = APIGatewayProxyEvent;
export type CallResult = APIGatewayProxyResult;

/** An answer whose body comes piece by piece, for gateways that pass it on as it comes. */
export interface StreamedResult extends CallResult {
  readonly stream: ReadableStream<Uint8Array>;
}

export function isStreamed(result: CallResult): result is StreamedResult {
  return 'stream' in result;
}

// Each middleware adds one of these to the event. middy intersects them, so
// the handler sees every part present, typed and already checked.

/** Added first: who asked what, when, and what it has cost upstream so far. */
export interface Begun {
  call: {
    readonly requestId: string;
    readonly startedAt: number;
    readonly endpoint: string;
    readonly method: string;
    readonly tool: string | null;
    /** Header names in lower case; the first value of each. */
    readonly headers: Readonly<Record<string, string>>;
    readonly requestBytes: number;
    readonly spend: Spend;
    /** Set by the middlewares below as the call goes on. */
    principal?: Principal;
    rate?: RateStatus;
    hold?: Hold;
    /** The usage record of this call is written. */
    recorded?: boolean;
    /** A stored answer that is given again instead of running the call. */
    replayed?: CallResult;
    cacheHit?: boolean;
  };
}

export interface Authenticated {
  principal: Principal;
}

export interface Validated<Input> {
  input: Input;
  market: Market;
  warnings: Warning[];
}

/** The claim that an `Idempotency-Key` has on this call, where one was sent. */
export interface Replayable {
  claim: IdempotencyClaim | undefined;
}

/** Bytes of a response body as they are counted in usage records. */
export function bodyBytes(result: Pick<CallResult, 'body'>): number {
  return Buffer.byteLength(result.body);
}
