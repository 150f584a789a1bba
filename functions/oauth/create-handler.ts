import type { Foundation } from '#functions/foundation.ts';
import { sessionSetting } from '#functions/session/services.ts';
import { publicSites } from '#functions/tools/public-sites.ts';
import type { GatewayHandler } from '#shared/http/call.ts';
import { createFetchDocument } from './fetch-document.ts';
import { oauthHandler } from './oauth-handler.ts';
import { createOAuthServices } from './services.ts';

export function createHandler(foundation: Foundation): GatewayHandler {
  const fetchDocument = createFetchDocument(publicSites(foundation, `Oriel (+${foundation.baseUrl})`));
  return oauthHandler(async () =>
    createOAuthServices({ ...(await sessionSetting(foundation)), fetchDocument }),
  );
}
