import * as v from 'valibot';
import { defineIn } from '#shared/contract/endpoint.ts';
import { rowLimit } from '#shared/contract/fields.ts';
import type { RoutedFunction, ScheduledFunction } from '#shared/contract/function-contract.ts';
import type { Grants } from '#shared/contract/grants.ts';
import { workRoles } from '#shared/contract/role.ts';
import { performanceHead, performanceQuestion, performanceRow } from '#shared/contract/site-performance.ts';

const defineHere = defineIn({ module: 'search-console/actions.ts', roles: workRoles, scope: 'keys:manage' });

const nullableText = v.nullable(v.string());
const count = v.number();

export const callbackPath = '/connections/search-console/callback';

const consoleProperty = v.object({
  property: v.string(),
  site: v.string(),
  permission: v.string(),
  chosen: v.boolean(),
  first_day: nullableText,
  last_day: nullableText,
  /** Days whose rows are in, and that are still to come, over all search types. */
  days_done: count,
  days_left: count,
  synced_at: nullableText,
  finds: v.nullable(v.object({ within_2_days: count, within_7_days: count })),
  refused: v.nullable(v.object({ reason: v.string(), message: v.string(), until: v.string() })),
});

const consoleConnection = v.object({
  state: v.picklist(['unavailable', 'not_connected', 'connected', 'paused']),
  sign_in: v.nullable(v.picklist(['google', 'service_account'])),
  message: nullableText,
  connected_at: nullableText,
  properties: v.array(consoleProperty),
});

const exampleConnection = {
  state: 'connected' as const,
  sign_in: 'google' as const,
  message: null,
  connected_at: '2026-11-20T12:00:00.000Z',
  properties: [
    {
      property: 'sc-domain:shop.example',
      site: 'shop.example',
      permission: 'siteOwner',
      chosen: true,
      first_day: '2025-07-24',
      last_day: '2026-11-18',
      days_done: 483,
      days_left: 0,
      synced_at: '2026-11-20T12:40:00.000Z',
      finds: { within_2_days: 0.9, within_7_days: 0.95 },
      refused: null,
    },
  ],
};

const writes: Partial<Grants> = {
  tables: { index: ['GetItem', 'Query', 'PutItem', 'BatchWriteItem'] },
  secrets: ['google'],
};

export const getSearchConsole = defineHere({
  name: 'get_search_console',
  title: 'Look at the Search Console connection',
  summary:
    'Whether the account is connected to Search Console, its properties, how far the sync of each is, and what Google refused last. Free.',
  methods: ['GET'],
  path: '/v1/me/search-console',
  response: consoleConnection,
  grants: { tables: { index: ['GetItem', 'Query'] }, secrets: ['google'] },
  example: { response: exampleConnection },
});

export const connectSearchConsole = defineHere({
  name: 'connect_search_console',
  title: 'Connect Search Console',
  summary:
    'Begins a sign-in at Google: open `authorize_url` within ten minutes in a browser that is signed in to the account. Only reading is asked for. With the service account of one machine there is nothing to sign in to, and the address is null.',
  methods: ['POST'],
  path: '/v1/me/search-console',
  body: v.object({
    redirect_uri: v.optional(
      v.pipe(
        v.string(),
        v.url(),
        v.description('The callback of this service, where another spelling of it is registered at Google.'),
      ),
    ),
  }),
  response: v.object({ authorize_url: nullableText }),
  // Begun here and kept nowhere: the state that travels to Google and back says what it was begun with.
  grants: { secrets: ['google'] },
  timeoutSeconds: 28,
  example: { body: {}, response: { authorize_url: 'https://accounts.google.com/o/oauth2/v2/auth?…' } },
});

export const chooseSearchConsoleProperties = defineHere({
  name: 'choose_search_console_properties',
  title: 'Choose the properties to sync',
  summary:
    'Syncs these properties from now on and no others: totals of sixteen months at once, rows from the newest day back. What was kept of others stays.',
  methods: ['POST'],
  path: '/v1/me/search-console/properties',
  body: v.object({
    properties: v.pipe(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(500))), v.maxLength(50)),
  }),
  response: consoleConnection,
  grants: writes,
  timeoutSeconds: 28,
  example: { body: { properties: ['sc-domain:shop.example'] }, response: exampleConnection },
});

export const disconnectSearchConsole = defineHere({
  name: 'disconnect_search_console',
  title: 'Disconnect Search Console',
  summary:
    'Withdraws the grant at Google and forgets it. With `keep_history=true` what was synced stays and is answered from; else it is deleted.',
  methods: ['DELETE'],
  path: '/v1/me/search-console',
  query: v.object({
    keep_history: v.pipe(
      v.picklist(['true', 'false'], 'Say whether what was synced stays: true or false.'),
      v.transform((text) => text === 'true'),
    ),
  }),
  response: v.object({ state: v.literal('not_connected'), kept_history: v.boolean(), revoked: v.boolean() }),
  grants: writes,
  timeoutSeconds: 28,
  example: { response: { state: 'not_connected', kept_history: true, revoked: true } },
});

export const getSitePerformance = defineHere({
  name: 'get_site_performance',
  title: 'Slice the performance of a site',
  summary:
    "Clicks and impressions of a connected site over any period and against any other, by query, page, both, country, device, search appearance, folder, brand, day, week or month. Totals are Google's own; `withheld` says how much of them Google tells in no row. Of a site that is not connected the uploaded exports answer: by query, page, country, device or date, of their own period, beside the newest earlier one. Free.",
  module: 'search-console/slices.ts',
  methods: ['GET'],
  path: '/v1/me/sites/{site}/performance',
  query: v.object({
    ...performanceQuestion,
    limit: rowLimit(5_000, 100, { default: 100, description: 'Rows to return. Other numbers are clamped.' }),
    cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
  }),
  response: v.object({
    ...performanceHead.entries,
    rows: v.array(performanceRow),
    total_rows: count,
    next_cursor: nullableText,
  }),
  grants: { tables: { index: ['GetItem', 'Query'] } },
  timeoutSeconds: 28,
});

/** Takes a person back from Google, in the browser; answers with a redirect to the page of the sites. */
export const searchConsoleCallback = {
  name: 'search-console-callback',
  module: 'search-console/callback.ts',
  description: 'Takes a person back from the sign-in at Google, and keeps the connection.',
  routes: [{ method: 'GET', path: callbackPath }],
  grants: {
    tables: {
      index: ['GetItem', 'Query', 'PutItem'],
      identity: ['GetItem', 'UpdateItem'],
      accounts: ['GetItem'],
    },
    secrets: ['service', 'google'],
  },
  timeoutSeconds: 28,
} as const satisfies RoutedFunction;

/** Every minute, so that what was chosen begins at once; a minute without anything due costs one read. */
export const syncSearchConsole = {
  name: 'sync-search-console',
  summary: 'Fetches what Search Console has counted of connected sites.',
  module: 'search-console/sync.ts',
  everyMinutes: 1,
  grants: {
    tables: {
      index: ['GetItem', 'Query', 'PutItem', 'BatchWriteItem'],
      accounts: ['GetItem'],
      identity: ['GetItem', 'PutItem', 'Query'],
    },
    secrets: ['service', 'google'],
  },
  // Queries and pages of thirteen weeks are in memory together when the tools are given them.
  memoryMb: 2_048,
  timeoutSeconds: 840,
  sendsMail: true,
} as const satisfies ScheduledFunction;
