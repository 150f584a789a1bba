import { ServiceError } from '#shared/platform/errors.ts';

/** Age allowed to a webhook, in both directions; Stripe's own default for the past. */
const toleranceSeconds = 300;

interface WebhookMessage {
  readonly rawBody: string;
  readonly signature: string | undefined;
}

/** The value of `stripe-signature` that goes with a body. */
export async function signWebhook(rawBody: string, secret: string, unixSeconds: number): Promise<string> {
  const webhooks = await stripeWebhooks();
  return webhooks.generateTestHeaderString({ payload: rawBody, secret, timestamp: unixSeconds });
}

/** Refuses a message that is not signed with `secret`, or whose time is more than five minutes off `now` (ms). */
export async function verifyWebhook(message: WebhookMessage, secret: string, now: number): Promise<void> {
  const webhooks = await stripeWebhooks();
  const { rawBody, signature = '' } = message;
  try {
    webhooks.constructEvent(rawBody, signature, secret, toleranceSeconds, undefined, now);
  } catch (error) {
    throw refused('The signature is missing, malformed, too old or of another secret.', error);
  }
  // The library looks at the past only.
  const signedAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/u.exec(signature)?.[1] ?? Number.NaN);
  if (!(signedAt - now / 1000 <= toleranceSeconds)) throw refused('The time is in the future.');
}

/** Loaded with the first webhook: the library is large, and most cold starts need none of it. */
async function stripeWebhooks() {
  const { default: Stripe } = await import('stripe');
  return Stripe.webhooks;
}

function refused(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_credentials', 'The webhook was not accepted: check its signing secret.', {
    reason,
    cause,
  });
}
