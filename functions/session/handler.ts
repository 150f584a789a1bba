import { sessionActions } from './actions.ts';
import { createSessionServices } from './create-services.ts';
import { liveSessionSetting } from './live-session-setting.ts';
import { sessionHandler } from './session-handler.ts';

export const handler = sessionHandler(sessionActions, async () =>
  createSessionServices(await liveSessionSetting()),
);
