import type { Foundation } from '#functions/foundation.ts';
import { sessionHandler } from '../session/session-handler.ts';
import { membersActions } from './actions.ts';
import { membersServices } from './services.ts';

export const createHandler = (foundation: Foundation) =>
  sessionHandler(membersActions, () => membersServices(foundation));
