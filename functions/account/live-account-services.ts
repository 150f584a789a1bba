import { composeCallServices } from '#shared/http/compose-services.ts';
import { liveFoundation } from '#shared/http/live-foundation.ts';
import { composeAccountServices } from './compose-account-services.ts';

/** What the account endpoints work with when deployed. */
export async function liveAccountServices() {
  const foundation = await liveFoundation();
  const call = composeCallServices(foundation);
  return { call, own: composeAccountServices(foundation, call) };
}
