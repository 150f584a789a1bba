import type { Foundation } from '#functions/foundation.ts';
import { sessionHandler } from '#functions/session/session-handler.ts';
import { personalDataActions } from './actions.ts';
import { personalDataServices } from './services.ts';

export const createHandler = (foundation: Foundation) =>
  sessionHandler(personalDataActions, () => personalDataServices(foundation));
