import * as v from 'valibot';
import { liveGround } from '#shared/http/live-foundation.ts';
import { createStripeProvider, type StripeSettings } from '#shared/money/billing/stripe-provider.ts';
import { createCheckoutServices } from './create-services.ts';
import type { CheckoutServices } from './services.ts';

/** The secret `stripe`, as an operator writes it into the secret store. */
const stripeSecret = v.object({
  secret_key: v.pipe(v.string(), v.regex(/^[rs]k_/u)),
  webhook_secret: v.pipe(v.string(), v.startsWith('whsec_')),
  /** Another origin than Stripe's: a test server. */
  base_url: v.optional(v.pipe(v.string(), v.url())),
});

/** Billing of a deployed function. Restricted keys start with `rk_` and may be used in place of secret ones. */
export async function liveCheckoutServices(): Promise<CheckoutServices> {
  const ground = liveGround();
  const { config, secretStore, clock } = ground;
  const { stripe: arn } = config.secretArns;
  if (arn === undefined) throw new Error('STRIPE_SECRET_ARN must be set.');
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), stripeSecret), await secretStore.read(arn));
  // The value itself must never reach a log.
  if (!parsed.success) throw new Error('The secret of Stripe does not have the expected form.');
  const { secret_key: secretKey, webhook_secret: webhookSecret, base_url } = parsed.output;
  const settings = { secretKey, webhookSecret, ...(base_url && { api: apiAt(new URL(base_url)) }) };
  return createCheckoutServices(ground, createStripeProvider(settings, clock));
}

function apiAt({ protocol, hostname, port }: URL): NonNullable<StripeSettings['api']> {
  return protocol === 'http:'
    ? { protocol: 'http', host: hostname, port: Number(port || 80) }
    : { protocol: 'https', host: hostname, port: Number(port || 443) };
}
