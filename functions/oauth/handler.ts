import { liveSessionSetting } from '#functions/session/live-session-setting.ts';
import { createOAuthServices } from './create-services.ts';
import { createFetchDocument } from './fetch-document.ts';
import { oauthHandler } from './oauth-handler.ts';

export const handler = oauthHandler(async () => {
  const setting = await liveSessionSetting();
  const fetchDocument = createFetchDocument(async () => {
    const { createGuardedFetcher } = await import('#shared/site-audit/fetch/guarded-fetcher.ts');
    return createGuardedFetcher({ userAgent: `Oriel (+${setting.baseUrl})` });
  });
  return createOAuthServices({ ...setting, fetchDocument });
});
