/** What credits are sold for. */
export interface PurchaseTerms {
  /** Price of one step, in the currency's smallest unit. */
  readonly stepCents: number;
  /** Credits in one step. */
  readonly creditsPerStep: number;
  /** ISO 4217, lower case. */
  readonly currency: string;
  /** Most steps in one order. */
  readonly maxSteps: number;
}

/** $10 a step, 1,000 credits each, at most $1,000 in one order. */
export const defaultTerms: PurchaseTerms = {
  stepCents: 1_000,
  creditsPerStep: 1_000,
  currency: 'usd',
  maxSteps: 100,
};
