import { sessionHandler } from '#functions/session/session-handler.ts';
import { checkoutActions } from './actions.ts';
import { liveCheckoutServices } from './live-checkout-services.ts';

export const handler = sessionHandler(checkoutActions, liveCheckoutServices);
