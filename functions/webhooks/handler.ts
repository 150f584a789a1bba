import { liveCheckoutServices } from '#functions/checkout/live-checkout-services.ts';
import { webhookHandler } from './webhook-handler.ts';

export const handler = webhookHandler('stripe', liveCheckoutServices);
