import { liveSessionSetting } from '#functions/session/live-session-setting.ts';
import { createGuardedFetcher } from '#shared/fetch/guarded-fetcher.ts';
import { createOAuthServices } from './create-services.ts';
import { createFetchDocument } from './fetch-document.ts';
import { oauthHandler } from './oauth-handler.ts';

export const handler = oauthHandler(async () => {
  const setting = await liveSessionSetting();
  const fetcher = createGuardedFetcher({ userAgent: `Oriel (+${setting.baseUrl})` });
  return createOAuthServices({ ...setting, fetchDocument: createFetchDocument(fetcher) });
});
