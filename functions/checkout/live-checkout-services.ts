import * as v from 'valibot';
import { createStripeProvider } from '#shared/billing/stripe-provider.ts';
import { liveFoundation } from '#shared/http/live-foundation.ts';
import { createCheckoutServices } from './create-services.ts';
import type { CheckoutServices } from './services.ts';

/** The secret `stripe`, as an operator writes it into the secret store. */
const stripeSecret = v.object({
  secret_key: v.pipe(v.string(), v.regex(/^[rs]k_/u)),
  webhook_secret: v.pipe(v.string(), v.startsWith('whsec_')),
});

/** Billing of a deployed function. Restricted keys start with `rk_` and may be used in place of secret ones. */
export async function liveCheckoutServices(): Promise<CheckoutServices> {
  const foundation = await liveFoundation();
  const { config, secretStore, clock } = foundation;
  const { stripe: arn } = config.secretArns;
  if (arn === undefined) throw new Error('STRIPE_SECRET_ARN must be set.');
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), stripeSecret), await secretStore.read(arn));
  // The value itself must never reach a log.
  if (!parsed.success) throw new Error('The secret of Stripe does not have the expected form.');
  const { secret_key: secretKey, webhook_secret: webhookSecret } = parsed.output;
  return createCheckoutServices(foundation, createStripeProvider({ secretKey, webhookSecret }, clock));
}
