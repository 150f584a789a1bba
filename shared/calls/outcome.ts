import type { Envelope } from '#shared/contract/envelope.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import type { SpendStatus } from '#shared/money/accounts/meter.ts';
import type { RateStatus } from '#shared/money/ledger/credit-ledger.ts';
import type { Failure } from './problem.ts';
import type { ToolRun } from './run-tool.ts';

/** A call that was authenticated, admitted and checked. */
export interface ToolCall<Tool extends ToolContract> extends ToolRun<Tool> {
  /** As it was sent; undefined where none was. */
  readonly idempotencyKey: string | undefined;
  /**
   * The protocol sends a request again when its answer is lost, and names it by
   * nothing: the same question of the same credential is then the same call.
   */
  readonly isSentAgainWhenLost?: boolean;
  /** What a test key asks to have played, as it was sent. */
  readonly faultSent?: unknown;
}

export interface Answered {
  readonly ok: true;
  /** The envelope as JSON: of a replay the first answer, but for what `usage` says of this call. */
  readonly body: string;
  /** Undefined for a replay, of which only the text was kept. */
  readonly envelope: Envelope | undefined;
  readonly isReplay: boolean;
  readonly creditsCharged: number;
  readonly balance: number;
  readonly rate: RateStatus;
  /** What the caller's own limits leave; undefined where there is none. */
  readonly limit: SpendStatus | undefined;
  /** How the answer fails to arrive, where a test key has asked for that. */
  readonly delivery?: Delivery;
}

/** `cut`: the first half goes out, which `body` then is; `lost`: nothing does. */
export type Delivery = 'cut' | 'lost';

export type CallOutcome = Answered | Failure;
