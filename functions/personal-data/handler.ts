import { sessionHandler } from '#functions/session/session-handler.ts';
import { liveFoundation } from '#shared/http/live-foundation.ts';
import { personalDataActions } from './actions.ts';
import { createPersonalDataServices } from './create-services.ts';

export const handler = sessionHandler(personalDataActions, async () =>
  createPersonalDataServices(await liveFoundation()),
);
