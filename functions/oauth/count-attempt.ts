import { type AttemptLimit, attemptLimits } from '#shared/callers/identity/attempt-limits.ts';
import type { Begun, GatewayEvent } from '#shared/http/call.ts';
import { callerAddress } from '#shared/http/caller-address.ts';
import type { OAuthServices } from './services.ts';

interface CountedRoute {
  /** Of all callers behind one network address together: a bound on writes. */
  readonly fromAddress: AttemptLimit;
  /** Of one client behind that address, so that no client uses up what its neighbours have. */
  readonly ofClient?: AttemptLimit;
}

const token = { fromAddress: attemptLimits.tokenFromIp, ofClient: attemptLimits.tokenOfClient };

const routes: Readonly<Record<string, CountedRoute>> = {
  'POST /register': { fromAddress: attemptLimits.registerFromIp, ofClient: attemptLimits.registerOfClient },
  'POST /token': token,
  'POST /revoke': token,
  'GET /authorize': { fromAddress: attemptLimits.authorizeFromIp },
};

/**
 * Counts what costs writes. Hosted agents of many people share few addresses:
 * one that misbehaves is stopped by itself long before its address is.
 */
export async function countAttempt(
  { limits, originSecret }: OAuthServices,
  event: GatewayEvent & Begun,
  body: string,
): Promise<void> {
  const route = routes[`${event.httpMethod} ${event.path}`];
  if (!route) return;
  const address = callerAddress(event, event.call.headers, originSecret);
  if (route.ofClient) await limits.count(route.ofClient, `${address} ${clientOf(event.path, body)}`);
  await limits.count(route.fromAddress, address);
}

/** Who a request says it is for: the first redirect address of a registration, the client of a token request. */
function clientOf(path: string, body: string): string {
  const named =
    path === '/register'
      ? /"redirect_uris"\s*:\s*\[\s*"([^"]{0,2000})"/u.exec(body)?.[1]
      : formMember(body, 'client_id');
  return named ?? '';
}

function formMember(body: string, name: string): string | undefined {
  return new URLSearchParams(body).get(name) ?? undefined;
}
