import { liveGround } from '#shared/http/live-foundation.ts';
import { createStripeProvider } from '#shared/money/billing/stripe-provider.ts';
import { readStripeSecret } from '#shared/money/billing/stripe-secret.ts';
import { createCheckoutServices } from './create-services.ts';
import type { CheckoutServices } from './services.ts';

/** Billing of a deployed function. */
export async function liveCheckoutServices(): Promise<CheckoutServices> {
  const ground = liveGround();
  const { config, secretStore, clock } = ground;
  const { stripe: arn } = config.secretArns;
  if (arn === undefined) throw new Error('STRIPE_SECRET_ARN must be set.');
  const settings = readStripeSecret(await secretStore.read(arn), config.stage);
  return createCheckoutServices(ground, createStripeProvider(settings, clock));
}
