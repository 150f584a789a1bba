/** A kind of log line that raises an alarm. */
interface SignalAlarm {
  /** `facts.signal` of the line, and with dashes the alarm's name and its heading in `docs/operations.md`. */
  readonly signal: string;
  readonly meaning: string;
  /** Lines within five minutes; one, where it is left out. */
  readonly threshold?: number;
  /** A cause explains failures of callers, a symptom is one of them; others stand alone. */
  readonly pagesAs?: 'cause' | 'symptom';
}

/** Faults that functions report in their logs because no response shows them: the caller was answered, or there is no caller. */
export const signalAlarms: readonly SignalAlarm[] = [
  {
    signal: 'upstream_authorization',
    meaning: 'The provider refuses our login.',
    pagesAs: 'cause',
  },
  {
    signal: 'upstream_quota',
    meaning: 'The account with the provider is used up or limited.',
    pagesAs: 'cause',
  },
  {
    signal: 'upstream_breaker_open',
    meaning: 'The provider fails so often that it is not asked.',
    pagesAs: 'cause',
  },
  {
    signal: 'upstream_margin',
    meaning: 'The calls of 24 hours cost more upstream than they earn.',
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
  },
  { signal: 'old_hold', meaning: 'Credits are held by a call that ended long ago.' },
  {
    signal: 'payment_mismatch',
    meaning: 'A payment does not fit its order and was not credited.',
  },
  {
    signal: 'canary_address',
    meaning: "The service's own name leads nowhere.",
    pagesAs: 'cause',
  },
  {
    signal: 'canary_open_paths',
    meaning: 'What needs no credential is not answered as it should be.',
    pagesAs: 'symptom',
  },
  {
    signal: 'canary_refusals',
    meaning: 'Calls without a credential are not refused as they should be.',
    pagesAs: 'symptom',
  },
  {
    signal: 'canary_sign_in',
    meaning: 'The published keys cannot be read.',
    pagesAs: 'symptom',
  },
  { signal: 'canary_dashboard', meaning: 'The dashboard is not served.', pagesAs: 'symptom' },
  {
    signal: 'canary_paid_call',
    meaning: 'A paying caller is not served, or not charged once.',
    pagesAs: 'symptom',
  },
  {
    signal: 'canary_credits',
    meaning: 'The canary can pay for its calls for less than a week.',
  },
  { signal: 'secret_old', meaning: 'A secret has not been renewed for too long.' },
];
