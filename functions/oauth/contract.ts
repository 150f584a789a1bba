import type { FunctionRoute, RoutedFunction } from '#shared/contract/function-contract.ts';
import { tokenIssuingGrants } from '#shared/contract/role.ts';

const metadata: readonly FunctionRoute[] = [
  { method: 'GET', path: '/.well-known/oauth-authorization-server' },
  { method: 'OPTIONS', path: '/.well-known/oauth-authorization-server' },
  { method: 'GET', path: '/.well-known/openid-configuration' },
  { method: 'OPTIONS', path: '/.well-known/openid-configuration' },
  { method: 'GET', path: '/.well-known/jwks.json' },
  { method: 'OPTIONS', path: '/.well-known/jwks.json' },
  { method: 'GET', path: '/.well-known/oauth-protected-resource' },
  { method: 'OPTIONS', path: '/.well-known/oauth-protected-resource' },
  { method: 'GET', path: '/.well-known/oauth-protected-resource/mcp' },
  { method: 'OPTIONS', path: '/.well-known/oauth-protected-resource/mcp' },
];

/** The authorization server for agents: its endpoints, its pages, and the metadata that leads to them. */
export const oauthFunction = {
  name: 'oauth',
  module: 'oauth/oauth-handler.ts',
  description: 'Lets agents connect to an account: registration, consent, tokens.',
  routes: [
    ...metadata,
    { method: 'GET', path: '/authorize' },
    { method: 'GET', path: '/authorize/{uid}' },
    { method: 'GET', path: '/interaction/{uid}' },
    { method: 'POST', path: '/interaction/{uid}' },
    { method: 'POST', path: '/token' },
    { method: 'OPTIONS', path: '/token' },
    { method: 'POST', path: '/register' },
    { method: 'OPTIONS', path: '/register' },
    { method: 'POST', path: '/revoke' },
    { method: 'OPTIONS', path: '/revoke' },
  ],
  grants: tokenIssuingGrants,
  timeoutSeconds: 15,
  sendsMail: true,
  keepNames: true,
  readsClientMetadata: true,
} as const satisfies RoutedFunction;
