import type { EndpointContract } from '#shared/contract/endpoint.ts';
import {
  type BackgroundFunction,
  endpointFunction,
  type RoutedFunction,
  type ScheduledFunction,
  toolFunction,
} from '#shared/contract/function-contract.ts';
import * as account from './account/contracts.ts';
import * as keys from './api-credentials/contracts.ts';
import { getCapabilities } from './capabilities/contracts.ts';
import { checkoutFunction, webhooksFunction } from './checkout/contract.ts';
import { clientMetadataFunction } from './client-metadata/contract.ts';
import * as connections from './connections/contracts.ts';
import { crawlerKeysFunction } from './crawler-keys/contract.ts';
import * as crawls from './crawls/contracts.ts';
import * as destinations from './destinations/contracts.ts';
import * as events from './events/contracts.ts';
import * as imports from './imports/contracts.ts';
import * as maintenance from './maintenance/contracts.ts';
import { mcpFunction } from './mcp/contract.ts';
import { membersFunction } from './members/contract.ts';
import { oauthFunction } from './oauth/contract.ts';
import { openPagesFunction } from './open-pages/contract.ts';
import { passkeyFunction } from './passkey/contract.ts';
import { personalDataFunction } from './personal-data/contract.ts';
import * as ranks from './ranks/contracts.ts';
import { referenceFunction } from './reference/contract.ts';
import * as searchConsole from './search-console/contracts.ts';
import { sessionFunction } from './session/contract.ts';
import * as siteChanges from './site-changes/contracts.ts';
import { toolCatalog } from './tools/catalog.ts';
import * as trackers from './trackers/contracts.ts';
import { unmatchedFunction } from './unmatched/contract.ts';
import * as usage from './usage/contracts.ts';
import * as workspace from './workspace/contracts.ts';

/*
 * Every function of the service, as data: each contract names the module that has its code. The stacks make a
 * Lambda of each, the bundler its entry, and one machine its routes and schedules. Tools are in their catalog.
 */

/** Every endpoint under `/v1` that is not a tool, in the order the docs list them. */
export const endpointCatalog = [
  getCapabilities,
  account.getCredits,
  keys.listApiCredentials,
  keys.createApiCredential,
  keys.changeApiCredential,
  keys.rotateApiCredential,
  keys.revokeApiCredential,
  usage.listUsage,
  usage.summarizeUsage,
  usage.getCall,
  account.getAnswer,
  workspace.shareAnswer,
  workspace.shareSite,
  workspace.listShares,
  workspace.withdrawShare,
  workspace.openSharedAnswer,
  trackers.createTracker,
  trackers.listTrackers,
  trackers.getTracker,
  trackers.changeTracker,
  trackers.removeTracker,
  trackers.runTracker,
  trackers.getTrackerHistory,
  ranks.getRanks,
  ranks.keepRankDataset,
  events.listEvents,
  events.listRules,
  events.setRule,
  events.removeRule,
  destinations.addDestination,
  destinations.listDestinations,
  destinations.changeDestination,
  destinations.removeDestination,
  destinations.verifyDestination,
  destinations.rotateDestination,
  destinations.listDeliveries,
  destinations.replayDelivery,
  imports.createUpload,
  imports.startUpload,
  imports.getUpload,
  imports.listImports,
  imports.listOwnSites,
  imports.undoImport,
  imports.getOwnSite,
  searchConsole.getSearchConsole,
  searchConsole.connectSearchConsole,
  searchConsole.chooseSearchConsoleProperties,
  searchConsole.disconnectSearchConsole,
  searchConsole.getSitePerformance,
  imports.updateOwnSite,
  siteChanges.recordSiteChange,
  siteChanges.listSiteChanges,
  siteChanges.removeSiteChange,
  crawls.listCrawls,
  crawls.getCrawl,
  crawls.pauseCrawl,
  crawls.resumeCrawl,
  crawls.cancelCrawl,
  crawls.deleteCrawl,
  connections.listConnections,
  connections.changeConnection,
  connections.revokeConnection,
] as const satisfies readonly EndpointContract[];

/** What answers routes in a protocol of its own. */
const routedFunctions: readonly RoutedFunction[] = [
  referenceFunction,
  checkoutFunction,
  webhooksFunction,
  personalDataFunction,
  membersFunction,
  searchConsole.searchConsoleCallback,
  sessionFunction,
  passkeyFunction,
  oauthFunction,
  crawlerKeysFunction,
  mcpFunction,
];

export const toolFunctions: readonly RoutedFunction[] = toolCatalog.map(toolFunction);

/** What routes lead to beside the tools. */
export const endpointFunctions: readonly RoutedFunction[] = [
  ...endpointCatalog.map(endpointFunction),
  ...routedFunctions,
];

export const apiFunctions: readonly RoutedFunction[] = [...toolFunctions, ...endpointFunctions];

/** What the gateway asks where no route fits. */
export const fallbackFunction: RoutedFunction = unmatchedFunction;

/** What a clock or the secret store calls. */
export const scheduledFunctions: readonly ScheduledFunction[] = [
  maintenance.sweep,
  maintenance.lowBalance,
  trackers.askTrackers,
  destinations.dispatchDeliveries,
  maintenance.canary,
  maintenance.exportUsage,
  maintenance.packAnswers,
  maintenance.rotateSecret,
  maintenance.secretAges,
  maintenance.marginWatch,
  searchConsole.syncSearchConsole,
  crawls.runCrawls,
];

/** What another function calls, and waits for. */
export const invokedFunctions: readonly RoutedFunction[] = [
  clientMetadataFunction,
  openPagesFunction,
  maintenance.usageShard,
];

/** What another function starts, and does not wait for. */
export const backgroundFunctions: readonly BackgroundFunction[] = [imports.runImport, destinations.deliver];
