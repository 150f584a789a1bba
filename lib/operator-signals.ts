/** A kind of log line that raises an alarm. */
interface SignalAlarm {
  /** `facts.signal` of the line, and with dashes the alarm's name and its heading in `docs/operations.md`. */
  readonly signal: string;
  readonly meaning: string;
  /** Lines within five minutes. */
  readonly threshold: number;
  /** A cause explains failures of callers, a symptom is one of them; others stand alone. */
  readonly pagesAs?: 'cause' | 'symptom';
}

/** Faults that functions report in their logs because no response shows them: the caller was answered, or there is no caller. */
export const signalAlarms: readonly SignalAlarm[] = [
  {
    signal: 'upstream_authorization',
    meaning: 'The provider refuses our login.',
    threshold: 1,
    pagesAs: 'cause',
  },
  {
    signal: 'upstream_quota',
    meaning: 'The account with the provider is used up or limited.',
    threshold: 1,
    pagesAs: 'cause',
  },
  {
    signal: 'upstream_breaker_open',
    meaning: 'The provider fails so often that it is not asked.',
    threshold: 1,
    pagesAs: 'cause',
  },
  {
    signal: 'upstream_margin',
    meaning: 'The calls of 24 hours cost more upstream than they earn.',
    threshold: 1,
  },
  {
    signal: 'upstream_malformed',
    meaning: 'Answers of the provider cannot be read.',
    threshold: 5,
    pagesAs: 'cause',
  },
  {
    signal: 'fact_cache_failed',
    meaning: 'The shared cache does not answer; each question is paid for again.',
    threshold: 10,
    pagesAs: 'cause',
  },
  {
    signal: 'usage_record_lost',
    meaning: 'A call ran and its usage record could not be written.',
    threshold: 1,
  },
  { signal: 'old_hold', meaning: 'Credits are held by a call that ended long ago.', threshold: 1 },
  {
    signal: 'payment_mismatch',
    meaning: 'A payment does not fit its order and was not credited.',
    threshold: 1,
  },
  {
    signal: 'canary_address',
    meaning: "The service's own name leads nowhere.",
    threshold: 1,
    pagesAs: 'cause',
  },
  {
    signal: 'canary_open_paths',
    meaning: 'What needs no credential is not answered as it should be.',
    threshold: 1,
    pagesAs: 'symptom',
  },
  {
    signal: 'canary_refusals',
    meaning: 'Calls without a credential are not refused as they should be.',
    threshold: 1,
    pagesAs: 'symptom',
  },
  {
    signal: 'canary_sign_in',
    meaning: 'The published keys cannot be read.',
    threshold: 1,
    pagesAs: 'symptom',
  },
  { signal: 'canary_dashboard', meaning: 'The dashboard is not served.', threshold: 1, pagesAs: 'symptom' },
  {
    signal: 'canary_paid_call',
    meaning: 'A paying caller is not served, or not charged once.',
    threshold: 1,
    pagesAs: 'symptom',
  },
  {
    signal: 'canary_credits',
    meaning: 'The canary can pay for its calls for less than a week.',
    threshold: 1,
  },
  { signal: 'secret_old', meaning: 'A secret has not been renewed for too long.', threshold: 1 },
];
