/** A response as it is kept for its key: everything a repeat must show again. */
export interface KeptAnswer {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string | number | boolean>>;
  readonly body: string;
}

/** How long a key holds. */
export interface KeyTerms {
  /** Seconds after the first attempt from which on the key is free again. */
  readonly keptSeconds: number;
  /** An attempt that runs for longer is dead and may be taken over. */
  readonly deadSeconds: number;
}

export interface KeyedRequest {
  readonly accountId: string;
  /** The caller's `Idempotency-Key`, or what stands for it; stored as a hash only. */
  readonly key: string;
  /** Those of an `Idempotency-Key` where none are given. */
  readonly terms?: KeyTerms;
  /** What makes two requests the same: compared by the hash of its canonical JSON. */
  readonly request: unknown;
  /**
   * How the call was decided that kept an answer here, since a call can die between the two. One that has run for
   * longer than any may (`isDead`) is decided by asking; undefined where it may still be charged. Left out where
   * answers cost nothing.
   */
  readonly decisionOf?: (callId: string, isDead: boolean) => Promise<'charged' | 'void' | undefined>;
}

/** The right to answer for a key. Ends with `keep` or `release`, or by being taken over when its owner is dead. */
export interface IdempotencyClaim {
  /** Leads to the answer, with the holder that it is kept for (`forgetKeptAnswer`). */
  readonly place: string;
  /**
   * Stores the answer before its call is charged. `callId` is the hold that
   * will be decided; undefined where the call costs nothing. Fails where the
   * claim was taken over, so that a late attempt can never be charged.
   */
  keep(answer: KeptAnswer, callId: string | undefined): Promise<void>;
  /** Frees the key, kept answer and all, so that a retry runs again. Does nothing after a takeover. */
  release(): Promise<void>;
}

/**
 * Answers by key, of an `Idempotency-Key` for 24 hours. `claim` gives the first answer
 * again that was paid for, or the right to make it; fails with `idempotency_conflict` (another
 * request under the key) or `request_in_progress`.
 */
export interface IdempotencyStore {
  claim(
    request: KeyedRequest,
  ): Promise<
    | { readonly kind: 'replay'; readonly answer: KeptAnswer }
    | { readonly kind: 'claimed'; readonly claim: IdempotencyClaim }
  >;
}
