import type { Foundation } from '#functions/foundation.ts';
import { sessionHandler } from '#functions/session/session-handler.ts';
import { checkoutActions } from './actions.ts';
import { checkoutServices } from './services.ts';

export const createHandler = (foundation: Foundation) =>
  sessionHandler(checkoutActions, () => checkoutServices(foundation));
