import type { Foundation } from '#functions/foundation.ts';
import { sessionHandler } from '#functions/session/session-handler.ts';
import { passkeyActions } from './actions.ts';
import { createPasskeyServices, passkeySetting } from './services.ts';

export const createHandler = (foundation: Foundation) =>
  sessionHandler(passkeyActions, async () => createPasskeyServices(await passkeySetting(foundation)));
