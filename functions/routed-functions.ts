import type { RoutedFunction } from '#shared/contract/routed-function.ts';
import { checkoutFunction, webhooksFunction } from './checkout/contract.ts';
import { crawlerKeysFunction } from './crawler-keys/contract.ts';
import { mcpFunction } from './mcp/contract.ts';
import { membersFunction } from './members/contract.ts';
import { oauthFunction } from './oauth/contract.ts';
import { passkeyFunction } from './passkey/contract.ts';
import { personalDataFunction } from './personal-data/contract.ts';
import { referenceFunction } from './reference/contract.ts';
import { sessionFunction } from './session/contract.ts';

/** Every function that answers several routes in a protocol of its own. */
export const routedFunctions = [
  referenceFunction,
  checkoutFunction,
  webhooksFunction,
  personalDataFunction,
  membersFunction,
  sessionFunction,
  passkeyFunction,
  oauthFunction,
  crawlerKeysFunction,
  mcpFunction,
] as const satisfies readonly RoutedFunction[];
