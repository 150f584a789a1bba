import { endpointFunction, type RoutedFunction, toolFunction } from '#shared/contract/routed-function.ts';
import type { ScheduledFunction } from '#shared/contract/scheduled-function.ts';
import type { GatewayHandler } from '#shared/http/call.ts';
import { endpointCatalog } from './endpoints.ts';
import type { Foundation } from './foundation.ts';
import { routedFunctions } from './routed-functions.ts';
import { scheduledFunctions } from './scheduled-functions.ts';
import { servedTools } from './tools/registry.ts';
import { toolServices } from './tools/tool-services.ts';

/** A contract's running code, read when it is first needed. */
type Load<Handler> = () => Promise<{ readonly createHandler: (foundation: Foundation) => Handler }>;

/** The code of each endpoint and each function with routes of its own; the compiler demands every one. */
const code = {
  get_capabilities: () => import('./capabilities/create-handler.ts'),
  get_credits: () => import('./account/get-credits/create-handler.ts'),
  list_api_credentials: () => import('./account/list-api-credentials/create-handler.ts'),
  create_api_credential: () => import('./account/create-api-credential/create-handler.ts'),
  change_api_credential: () => import('./account/change-api-credential/create-handler.ts'),
  rotate_api_credential: () => import('./account/rotate-api-credential/create-handler.ts'),
  revoke_api_credential: () => import('./account/revoke-api-credential/create-handler.ts'),
  list_usage: () => import('./account/list-usage/create-handler.ts'),
  get_answer: () => import('./account/get-answer/create-handler.ts'),
  share_answer: () => import('./workspace/share-answer/create-handler.ts'),
  list_shares: () => import('./workspace/list-shares/create-handler.ts'),
  withdraw_share: () => import('./workspace/withdraw-share/create-handler.ts'),
  open_shared_answer: () => import('./workspace/open-shared-answer/create-handler.ts'),
  save_question: () => import('./workspace/save-question/create-handler.ts'),
  list_saved_questions: () => import('./workspace/list-saved-questions/create-handler.ts'),
  rename_saved_question: () => import('./workspace/rename-saved-question/create-handler.ts'),
  forget_saved_question: () => import('./workspace/forget-saved-question/create-handler.ts'),
  schedule_question: () => import('./workspace/schedule-question/create-handler.ts'),
  end_schedule: () => import('./workspace/end-schedule/create-handler.ts'),
  summarize_usage: () => import('./account/summarize-usage/create-handler.ts'),
  create_upload: () => import('./imports/create-upload/create-handler.ts'),
  start_upload: () => import('./imports/start-upload/create-handler.ts'),
  get_upload: () => import('./imports/get-upload/create-handler.ts'),
  list_imports: () => import('./imports/list-imports/create-handler.ts'),
  undo_import: () => import('./imports/undo-import/create-handler.ts'),
  get_own_site: () => import('./imports/get-own-site/create-handler.ts'),
  list_connections: () => import('./connections/list-connections/create-handler.ts'),
  change_connection: () => import('./connections/change-connection/create-handler.ts'),
  revoke_connection: () => import('./connections/revoke-connection/create-handler.ts'),
  reference: () => import('./reference/create-handler.ts'),
  checkout: () => import('./checkout/create-handler.ts'),
  webhooks: () => import('./webhooks/create-handler.ts'),
  'personal-data': () => import('./personal-data/create-handler.ts'),
  members: () => import('./members/create-handler.ts'),
  session: () => import('./session/create-handler.ts'),
  passkey: () => import('./passkey/create-handler.ts'),
  oauth: () => import('./oauth/create-handler.ts'),
  'crawler-keys': () => import('./crawler-keys/create-handler.ts'),
  mcp: () => import('./mcp/create-handler.ts'),
} as const satisfies Record<
  (typeof endpointCatalog)[number]['name'] | (typeof routedFunctions)[number]['name'],
  Load<GatewayHandler>
>;

/** Every function that a route leads to, with its code. */
export const servedFunctions: readonly (readonly [RoutedFunction, Load<GatewayHandler>])[] = [
  ...servedTools.map(({ tool, createHandler }) => {
    const createTool = (foundation: Foundation) =>
      createHandler({ services: () => toolServices(foundation) });
    return [toolFunction(tool), async () => ({ createHandler: createTool })] as const;
  }),
  ...endpointCatalog.map((endpoint) => [endpointFunction(endpoint), code[endpoint.name]] as const),
  ...routedFunctions.map((routed) => [routed, code[routed.name]] as const),
];

type Scheduled = (typeof scheduledFunctions)[number];
type Upkeep = Exclude<Scheduled, { readonly rotatesSecrets: unknown } | { readonly seesSecrets: unknown }>;

/** What the clock calls, with its code; the functions that care for AWS's own secret store are on AWS alone. */
const upkeep = {
  sweep: () => import('./maintenance/sweep/create-handler.ts'),
  'low-balance': () => import('./maintenance/low-balance/create-handler.ts'),
  'ask-again': () => import('./maintenance/ask-again/create-handler.ts'),
  canary: () => import('./maintenance/canary/create-handler.ts'),
  'export-usage': () => import('./maintenance/export/create-handler.ts'),
  'margin-watch': () => import('./maintenance/margin-watch/create-handler.ts'),
} as const satisfies Record<Upkeep['name'], Load<() => Promise<unknown>>>;

/** Every function that a clock calls on AWS and that works on tables and objects alone. */
export const clockFunctions: readonly (readonly [ScheduledFunction, Load<() => Promise<unknown>>])[] =
  scheduledFunctions.flatMap((scheduled) =>
    'rotatesSecrets' in scheduled || 'seesSecrets' in scheduled
      ? []
      : [[scheduled, upkeep[scheduled.name]] as const],
  );
