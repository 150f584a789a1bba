import { oauthFunction } from '#functions/oauth/contract.ts';
import { createOAuthServices } from '#functions/oauth/create-services.ts';
import { createFetchDocument } from '#functions/oauth/fetch-document.ts';
import { oauthHandler } from '#functions/oauth/oauth-handler.ts';
import { sessionActions } from '#functions/session/actions.ts';
import { sessionFunction } from '#functions/session/contract.ts';
import { createSessionServices, type SessionSetting } from '#functions/session/create-services.ts';
import { sessionHandler } from '#functions/session/session-handler.ts';
import type { SiteFetcher } from '#shared/fetch/site-fetcher.ts';
import type { SigningMaterial } from '#shared/identity/signing-secret.ts';
import type { LocalFoundation } from './foundation.ts';
import { functionRoutes } from './function-routes.ts';
import type { Mailbox } from './mailbox.ts';
import type { Route } from './router.ts';

interface IdentityParts {
  readonly foundation: LocalFoundation;
  readonly signing: SigningMaterial;
  readonly mailbox: Mailbox;
  readonly sites: SiteFetcher;
}

/** Signing in, connecting agents, and the mailbox that holds the codes on one machine. */
export function identityRoutes({ foundation, signing, mailbox, sites }: IdentityParts): Route[] {
  const { identity, call, clock, logger, baseUrl, dashboardUrl, secrets } = foundation;
  const setting: SessionSetting = {
    table: identity,
    accounts: call.accounts,
    clock,
    logger,
    baseUrl,
    dashboardUrl,
    codeKey: secrets.code_key,
    signing,
    mailer: mailbox,
  };
  const fetchDocument = createFetchDocument(sites);
  return [
    ...functionRoutes(
      sessionFunction,
      sessionHandler(sessionActions, async () => createSessionServices(setting)),
    ),
    ...functionRoutes(
      oauthFunction,
      oauthHandler(async () => createOAuthServices({ ...setting, fetchDocument })),
    ),
    { method: 'GET', path: '/dev/mailbox', handler: mailbox.handler, timeoutSeconds: 5 },
  ];
}
