import { listConnections as listContract } from '#functions/connections/list-connections/contract.ts';
import { listConnections } from '#functions/connections/list-connections/logic.ts';
import { revokeConnection as revokeContract } from '#functions/connections/revoke-connection/contract.ts';
import { revokeConnection } from '#functions/connections/revoke-connection/logic.ts';
import { mcpFunction } from '#functions/mcp/function.ts';
import { oauthFunction } from '#functions/oauth/contract.ts';
import { passkeyFunction } from '#functions/passkey/contract.ts';
import { sessionActions } from '#functions/session/actions.ts';
import { sessionFunction } from '#functions/session/contract.ts';
import { createSessionServices, type SessionSetting } from '#functions/session/create-services.ts';
import { sessionHandler } from '#functions/session/session-handler.ts';
import { createConnectionRepository } from '#shared/callers/identity/connection-repository.ts';
import type { SigningMaterial } from '#shared/callers/identity/signing-secret.ts';
import { endpointHandler } from '#shared/http/endpoint-handler.ts';
import type { ToolServices } from '#shared/http/services.ts';
import type { GatewayHandler } from '#shared/http/tool-handler.ts';
import { keysNamed } from '#shared/platform/secrets/service-secrets.ts';
import type { SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';
import type { LocalFoundation } from '../foundation.ts';
import type { Mailbox } from '../pages/mailbox.ts';
import { functionRoutes } from './function-routes.ts';
import type { Route } from './router.ts';
import { endpointRoutes } from './routes.ts';

interface IdentityParts {
  readonly foundation: LocalFoundation;
  readonly signing: SigningMaterial;
  readonly mailbox: Mailbox;
  readonly sites: SiteFetcher;
  readonly tools: ToolServices;
}

/** Signing in, agents and their connections, and the mailbox that holds the codes on one machine. */
export function identityRoutes({ foundation, signing, mailbox, sites, tools }: IdentityParts): Route[] {
  const { identity, call, clock, logger, baseUrl, dashboardUrl, secrets } = foundation;
  const setting: SessionSetting = {
    table: identity,
    accounts: call.accounts,
    clock,
    logger,
    baseUrl,
    dashboardUrl,
    codeKeys: keysNamed('code_key', secrets),
    signing,
    mailer: mailbox,
  };
  const loadOwn = async () => ({ call, own: { connections: createConnectionRepository(identity) } });
  return [
    ...functionRoutes(
      sessionFunction,
      sessionHandler(sessionActions, async () => createSessionServices(setting)),
    ),
    ...functionRoutes(
      passkeyFunction,
      loadedLater(() => loadPasskeys(setting)),
    ),
    ...functionRoutes(
      oauthFunction,
      loadedLater(() => loadOAuth(setting, sites)),
    ),
    ...functionRoutes(
      mcpFunction,
      loadedLater(() => loadMcp(foundation, tools)),
    ),
    ...endpointRoutes(listContract, endpointHandler(listContract, listConnections, loadOwn)),
    ...endpointRoutes(revokeContract, endpointHandler(revokeContract, revokeConnection, loadOwn)),
    { method: 'GET', path: '/dev/mailbox', handler: mailbox.handler, timeoutSeconds: 5 },
  ];
}

/** The libraries of agents are loaded with the first agent, so that the start does not wait for them. */
function loadedLater(load: () => Promise<GatewayHandler>): GatewayHandler {
  let loaded: Promise<GatewayHandler> | undefined;
  return async (event, context) => {
    loaded ??= load();
    return (await loaded)(event, context);
  };
}

async function loadPasskeys(setting: SessionSetting): Promise<GatewayHandler> {
  const [{ passkeyActions }, { createPasskeyServices }] = await Promise.all([
    import('#functions/passkey/actions.ts'),
    import('#functions/passkey/create-services.ts'),
  ]);
  return sessionHandler(passkeyActions, async () => createPasskeyServices(setting));
}

async function loadOAuth(setting: SessionSetting, sites: SiteFetcher): Promise<GatewayHandler> {
  const [{ oauthHandler }, { createOAuthServices }, { createFetchDocument }] = await Promise.all([
    import('#functions/oauth/oauth-handler.ts'),
    import('#functions/oauth/create-services.ts'),
    import('#functions/oauth/fetch-document.ts'),
  ]);
  const fetchDocument = createFetchDocument(async () => sites);
  return oauthHandler(async () => createOAuthServices({ ...setting, fetchDocument }));
}

async function loadMcp(foundation: LocalFoundation, tools: ToolServices): Promise<GatewayHandler> {
  const [{ mcpHandler }, { createMcpServices }] = await Promise.all([
    import('#functions/mcp/mcp-handler.ts'),
    import('#functions/mcp/create-services.ts'),
  ]);
  return mcpHandler(async () => createMcpServices(foundation, tools));
}
