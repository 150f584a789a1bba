import middy from '@middy/core';
import type { Foundation } from '#functions/foundation.ts';
import { beginCall, type CallResult, type GatewayEvent, type GatewayHandler } from '#shared/http/call.ts';
import { problemResponses } from '#shared/http/call-pipeline.ts';
import { lazyHandler } from '#shared/http/tool-handler.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { type CheckoutServices, checkoutServices } from './services.ts';

/** Far above any event of a checkout; keeps strangers from making us hash megabytes. */
const maxWebhookBytes = 256 * 1024;

/** Headers that carry the signature, by the provider that sends them. */
const signatureHeaders = { stripe: 'stripe-signature', embedded: 'x-payment-signature' } as const;

/**
 * Takes the payment provider's webhooks. A 2xx ends the provider's retries, so it is
 * given only after everything the event means is done.
 */
export function webhooks(foundation: Foundation): GatewayHandler {
  return lazyHandler(async () => webhookPipeline(await checkoutServices(foundation)));
}

function webhookPipeline({ clock, logger, baseUrl, billing, provider }: CheckoutServices): GatewayHandler {
  return middy<GatewayEvent, CallResult>()
    .use(beginCall(clock, null))
    .use(problemResponses({ docsUrl: baseUrl, logger }))
    .handler(async (event) => {
      if (event.call.requestBytes > maxWebhookBytes)
        throw new ServiceError('body_too_large', 'This is too large for a payment event.');
      const outcome = await billing.receiveEvent({
        rawBody: rawBody(event),
        signature: event.call.headers[signatureHeaders[provider.name]],
      });
      return {
        statusCode: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ received: true, outcome }),
      };
    });
}

/** The very bytes that were signed. */
function rawBody({ body, isBase64Encoded }: GatewayEvent): string {
  return isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString('utf8') : (body ?? '');
}
