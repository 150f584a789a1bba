import type { Foundation } from '#functions/foundation.ts';
import { sessionActions } from './actions.ts';
import { createSessionServices, sessionSetting } from './services.ts';
import { sessionHandler } from './session-handler.ts';

export const createHandler = (foundation: Foundation) =>
  sessionHandler(sessionActions, async () => createSessionServices(await sessionSetting(foundation)));
