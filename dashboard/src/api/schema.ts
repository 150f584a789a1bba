import type { components, paths } from './openapi.d.ts';
import type { SessionAnswers } from './session-answers.ts';

/** What a successful answer of an endpoint under `/v1` carries. */
type Answer<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method] extends {
  responses: infer Responses;
}
  ? Content<Responses[keyof Responses & (200 | 201)]>
  : never;
/** What it is sent. */
type Body<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method] extends {
  requestBody?: infer Sent;
}
  ? Content<NonNullable<Sent>>
  : never;
/** What its address may ask. */
type Query<Path extends keyof paths> = paths[Path] extends {
  get: { parameters: { query?: infer Asked } };
}
  ? NonNullable<Asked>
  : never;
type Content<Response> = Response extends { content: { 'application/json': infer Json } } ? Json : never;

export type Capabilities = Answer<'/v1/capabilities', 'get'>;
export type ToolEntry = Capabilities['data']['tools'][number];
export type Credential = Answer<'/v1/me/api-credentials', 'get'>[number];
export type CreatedCredential = Answer<'/v1/me/api-credentials', 'post'>;
export type NewCredential = Body<'/v1/me/api-credentials', 'post'>;
export type KeyChanges = Body<'/v1/me/api-credentials/{credential_id}', 'patch'>;
export type ToolName = NonNullable<NewCredential['tools']>[number];
export type NewUpload = Body<'/v1/me/uploads', 'post'>;
export type OwnImports = Answer<'/v1/me/imports', 'get'>;
export type ImportEntry = OwnImports['imports'][number];
export type Upload = OwnImports['uploads'][number];
export type ImportReport = Upload['reports'][number];
export type OwnSite = Answer<'/v1/me/sites/{site}', 'get'>;
export type SearchConsole = Answer<'/v1/me/search-console', 'get'>;
export type ConsoleProperty = SearchConsole['properties'][number];
export type PerformanceQuery = Query<'/v1/me/sites/{site}/performance'>;
export type Performance = Answer<'/v1/me/sites/{site}/performance', 'get'>;
export type SiteChange = Answer<'/v1/me/sites/{site}/changes', 'get'>[number];
export type NewSiteChange = Body<'/v1/me/sites/{site}/changes', 'post'>;
export type Opportunity = OwnSite['opportunities'][number];
export type UsageRecord = Answer<'/v1/me/usage', 'get'>[number];
/** Which usage records; all members are optional. `limit` is 1-500. */
export type UsageFilter = Omit<Query<'/v1/me/usage'>, 'format'>;
export type UsageSummary = Answer<'/v1/me/usage/summary', 'get'>;
export type Crawl = Answer<'/v1/me/crawls', 'get'>[number];
export type AccountEvent = Answer<'/v1/me/events', 'get'>['events'][number];
export type Rule = Answer<'/v1/me/rules', 'get'>[number];
export type RuleSettings = Rule['settings'];
export type Destination = Answer<'/v1/me/destinations', 'get'>[number];
export type NewDestination = Body<'/v1/me/destinations', 'post'>;
export type Delivery = Answer<'/v1/me/destinations/{destination_id}/deliveries', 'get'>[number];
export type SiteShare = Body<'/v1/me/sites/{site}/shares', 'post'>;
export type Share = Answer<'/v1/me/shares', 'get'>[number];
export type Ranks = Answer<'/v1/me/trackers/{tracker_id}/ranks', 'get'>;
export type RankRow = Ranks['rows'][number];
export type RanksQuery = Query<'/v1/me/trackers/{tracker_id}/ranks'>;
export type Tracker = Answer<'/v1/me/trackers', 'get'>[number];
export type Connection = Answer<'/v1/me/connections', 'get'>[number];

/** The envelope of any tool; its `data` is read by the charts. */
export type Envelope = components['schemas']['Envelope'];

export type BillingStatement = SessionAnswers['/session/billing/statement'];
export type Order = BillingStatement['orders'][number];
export type LedgerLine = BillingStatement['ledger'][number];
export type BillingDetails = BillingStatement['details'];
export type Invoice = SessionAnswers['/session/billing/invoice'];
export type Passkey = SessionAnswers['/session/passkey/list']['passkeys'][number];
