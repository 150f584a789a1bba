import * as v from 'valibot';
import { isTestKey, type StripeSettings } from './stripe-provider.ts';

/** The secret `stripe`, as an operator writes it into the secret store. Restricted keys start with `rk_`. */
const stripeSecret = v.object({
  secret_key: v.pipe(v.string(), v.regex(/^[rs]k_/u)),
  webhook_secret: v.pipe(v.string(), v.startsWith('whsec_')),
  /** Another origin than Stripe's: a test server. */
  base_url: v.optional(v.pipe(v.string(), v.url())),
  /** Lets the stage `prod` sell credits for test cards: a demonstration. */
  allow_test_payments: v.optional(v.boolean(), false),
});

/**
 * Settings from the secret's text. Throws where it does not have the form, and
 * where it would give credits for test cards and the place refuses that. The
 * value itself never reaches a log.
 */
export function readStripeSecret(
  text: string,
  { refusesTestPayments }: { readonly refusesTestPayments: boolean },
): StripeSettings {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), stripeSecret), text);
  if (!parsed.success) throw new Error('The secret of Stripe does not have the expected form.');
  const {
    secret_key: secretKey,
    webhook_secret: webhookSecret,
    base_url,
    allow_test_payments,
  } = parsed.output;
  if (refusesTestPayments && isTestKey(secretKey) && !allow_test_payments)
    throw new Error(
      'The secret of Stripe holds a test key, with which every caller gets credits for nothing. Write a live key into it, or allow_test_payments: true for a demonstration.',
    );
  return { secretKey, webhookSecret, ...(base_url && { api: apiAt(new URL(base_url)) }) };
}

function apiAt({ protocol, hostname, port }: URL): NonNullable<StripeSettings['api']> {
  return protocol === 'http:'
    ? { protocol: 'http', host: hostname, port: Number(port || 80) }
    : { protocol: 'https', host: hostname, port: Number(port || 443) };
}
