/** Written by "npm run generate" from the OpenAPI document. */

import type { Pages } from '../pages.ts';
import type { CallOptions, OutgoingRequest } from '../transport.ts';
import type * as types from './types.ts';

export const clientVersion = '1.0.0';

/** One method for each tool and each endpoint that a key can ask. */
export abstract class Operations {
  protected abstract ask<Answer>(request: OutgoingRequest, options: CallOptions | undefined): Promise<Answer>;

  protected abstract list<Row>(request: OutgoingRequest, options: CallOptions | undefined): Pages<Row>;

  /** Compact snapshot of one domain in organic search: keywords, traffic, pages, rivals, intent. Start here for an unknown site. For one URL use inspect_page. Costs 3 credits. */
  inspectDomain(input: types.InspectDomainInput, options?: CallOptions): Promise<types.Answer<types.InspectDomainData>> {
    return this.ask({ method: 'POST', path: '/v1/tools/inspect_domain', body: input, isKeyed: true, isRepeatable: true }, options);
  }

  /** Organic rivals of a domain by shared keywords, or the domains that own a set of seed keywords. Send domain or seed_keywords; seeds suit new sites and win when both are sent. Then compare_keyword_coverage. Costs 5 credits. */
  discoverCompetitors(input: types.DiscoverCompetitorsInput = {}, options?: CallOptions): Promise<types.Answer<types.DiscoverCompetitorsData>> {
    return this.ask({ method: 'POST', path: '/v1/tools/discover_competitors', body: input, isKeyed: true, isRepeatable: true }, options);
  }

  /** Expand a seed term to a ranked list of keywords with volume, cost per click, difficulty, intent. To find what people search for around a topic. For one known keyword use inspect_keyword. Costs 3 credits. */
  researchKeywords(input: types.ResearchKeywordsInput, options?: CallOptions): Promise<types.Answer<types.ResearchKeywordsData>> {
    return this.ask({ method: 'POST', path: '/v1/tools/research_keywords', body: input, isKeyed: true, isRepeatable: true }, options);
  }

  /** Keywords of competitors: the domain does not rank (gaps), ranks worse (losing) or leads (strong). When the rivals are known; discover_competitors finds them. Costs 5 credits. */
  compareKeywordCoverage(input: types.CompareKeywordCoverageInput, options?: CallOptions): Promise<types.Answer<types.CompareKeywordCoverageData>> {
    return this.ask({ method: 'POST', path: '/v1/tools/compare_keyword_coverage', body: input, isKeyed: true, isRepeatable: true }, options);
  }

  /** The search listing of one query: organic results, AI overview, ads, local pack, questions. To see a listing as it is now (newest stored one without a live source). For one domain over many keywords use inspect_search_visibility. Costs 2 credits. */
  inspectSerp(input: types.InspectSerpInput, options?: CallOptions): Promise<types.Answer<types.InspectSerpData>> {
    return this.ask({ method: 'POST', path: '/v1/tools/inspect_serp', body: input, isKeyed: true, isRepeatable: true }, options);
  }

  /** Where a domain ranks for each of up to 100 keywords, from the index or from live listings. To check known keywords. Same price in every mode and for any number; free where every live look-up failed. Costs 3 credits. */
  inspectSearchVisibility(input: types.InspectSearchVisibilityInput, options?: CallOptions): Promise<types.Answer<types.InspectSearchVisibilityData>> {
    return this.ask({ method: 'POST', path: '/v1/tools/inspect_search_visibility', body: input, isKeyed: true, isRepeatable: true }, options);
  }

  /** Technical and content faults of a site, on a sample of its pages. To learn what to fix first. Raw HTML: no scripts, no web vitals. Costs 10 credits. */
  auditSite(input: types.AuditSiteInput, options?: CallOptions): Promise<types.Answer<types.AuditSiteData>> {
    return this.ask({ method: 'POST', path: '/v1/tools/audit_site', body: input, isKeyed: true, isRepeatable: true }, options);
  }

  /** One keyword in depth: volume, cost per click, competition, intent, trend, and who ranks for it. For one known keyword. To find keywords use research_keywords; for the whole listing inspect_serp. Costs 2 credits. */
  inspectKeyword(input: types.InspectKeywordInput, options?: CallOptions): Promise<types.Answer<types.InspectKeywordData>> {
    return this.ask({ method: 'POST', path: '/v1/tools/inspect_keyword', body: input, isKeyed: true, isRepeatable: true }, options);
  }

  /** What one exact URL ranks for: keyword count, estimated traffic, strongest keywords. For one page. For the whole site use inspect_domain; for its HTML use audit_site. Costs 2 credits. */
  inspectPage(input: types.InspectPageInput, options?: CallOptions): Promise<types.Answer<types.InspectPageData>> {
    return this.ask({ method: 'POST', path: '/v1/tools/inspect_page', body: input, isKeyed: true, isRepeatable: true }, options);
  }

  /** Clicks of a site that you have connected to Search Console, sliced any way, and its index status. For your own connected site. For any other use inspect_domain. Every row is in the dataset. Costs 0 credits. */
  inspectSearchPerformance(input: types.InspectSearchPerformanceInput, options?: CallOptions): Promise<types.Answer<types.InspectSearchPerformanceData>> {
    return this.ask({ method: 'POST', path: '/v1/tools/inspect_search_performance', body: input, isKeyed: false, isRepeatable: true }, options);
  }

  /** Why clicks of your own site changed between two periods, in parts that add up to the change. For a rise or fall of a site you connected or uploaded. For bare figures use inspect_search_performance. Costs 0 credits. */
  explainChange(input: types.ExplainChangeInput, options?: CallOptions): Promise<types.Answer<types.ExplainChangeData>> {
    return this.ask({ method: 'POST', path: '/v1/tools/explain_change', body: input, isKeyed: false, isRepeatable: true }, options);
  }

  /** Rows of a dataset that an answer named in resources. When a list was cut. With format also a download link. Costs 0 credits. */
  exportDataset(input: types.ExportDatasetInput, options?: CallOptions): Promise<types.Answer<types.ExportDatasetData>> {
    return this.ask({ method: 'POST', path: '/v1/tools/export_dataset', body: input, isKeyed: false, isRepeatable: true }, options);
  }

  /** Who links to a domain: authority, referring domains, anchors, or single links. For links that only rivals have use compare_backlink_gap. Costs 4 credits. */
  inspectBacklinks(input: types.InspectBacklinksInput, options?: CallOptions): Promise<types.Answer<types.InspectBacklinksData>> {
    return this.ask({ method: 'POST', path: '/v1/tools/inspect_backlinks', body: input, isKeyed: true, isRepeatable: true }, options);
  }

  /** Sites that link to competitors but not to the domain, best rank first. To find link prospects. For the links of one domain use inspect_backlinks. Costs 5 credits. */
  compareBacklinkGap(input: types.CompareBacklinkGapInput, options?: CallOptions): Promise<types.Answer<types.CompareBacklinkGapData>> {
    return this.ask({ method: 'POST', path: '/v1/tools/compare_backlink_gap', body: input, isKeyed: true, isRepeatable: true }, options);
  }

  /** Tools, prices, sources and limits. Without a credential it lists the tools every account has; with one also those enabled for that account. */
  getCapabilities(options?: CallOptions): Promise<types.Answer<types.GetCapabilitiesData>> {
    return this.ask({ method: 'GET', path: '/v1/capabilities', isKeyed: false, isRepeatable: true }, options);
  }

  /** What the account can still spend. Credits held by running calls are already taken off. A key with limits of its own is refused. */
  getCredits(options?: CallOptions): Promise<types.GetCreditsAnswer> {
    return this.ask({ method: 'GET', path: '/v1/me/credits', isKeyed: false, isRepeatable: true }, options);
  }

  /** API credentials of the account, newest first, revoked ones included. `Link: …; rel="next"` leads to the next page. A key with limits of its own sees itself only. Keys are never shown again. */
  listApiCredentials(input: types.ListApiCredentialsInput = {}, options?: CallOptions): Pages<types.ApiCredential> {
    return this.list({ method: 'GET', path: '/v1/me/api-credentials', query: { ...input }, isKeyed: false, isRepeatable: true }, options);
  }

  /** A new API key. `key` is shown in this answer only; a replay of the call shows null instead. A key that a key makes is its child: it has no more tools, credits, rate or life than its maker, spends from the same limit, and ends with it. A session needs a sign-in of the last ten minutes for a live key without a spend limit; the owner is told of every new key by mail. */
  createApiCredential(input: types.CreateApiCredentialInput, options?: CallOptions): Promise<types.CreateApiCredentialAnswer> {
    return this.ask({ method: 'POST', path: '/v1/me/api-credentials', body: input, isKeyed: true, isRepeatable: true }, options);
  }

  /** Changes name and limits of a key while it is in use, from its next call on. Members left out stay; null takes a limit away. A session needs a sign-in of the last ten minutes to take a spend limit away. What was spent this month counts against a new limit as far as the key had one before. */
  changeApiCredential(credentialId: string, input: types.ChangeApiCredentialInput = {}, options?: CallOptions): Promise<types.ApiCredential> {
    return this.ask({ method: 'PATCH', path: `/v1/me/api-credentials/${encodeURIComponent(credentialId)}`, body: input, isKeyed: false, isRepeatable: true }, options);
  }

  /** Gives an API credential a new key: same id, name, limits and children, and what was spent stays counted. The old key works for the hours you choose, then no longer; any key before it ends at once. `key` is shown in this answer only; a replay of the call shows null instead. A key may rotate itself, a signed-in person any key; a live key without a spend limit needs a sign-in of the last ten minutes. The owner is told by mail. */
  rotateApiCredential(credentialId: string, input: types.RotateApiCredentialInput = {}, options?: CallOptions): Promise<types.RotateApiCredentialAnswer> {
    return this.ask({ method: 'POST', path: `/v1/me/api-credentials/${encodeURIComponent(credentialId)}/rotate`, body: input, isKeyed: true, isRepeatable: true }, options);
  }

  /** Revokes a key permanently, from the next request on; keys that it made end with it. `{"with_children": true}` revokes those by name as well and frees their places. Revoking it again gives the same answer. */
  revokeApiCredential(credentialId: string, input: types.RevokeApiCredentialInput = {}, options?: CallOptions): Promise<types.ApiCredential> {
    return this.ask({ method: 'POST', path: `/v1/me/api-credentials/${encodeURIComponent(credentialId)}/revoke`, body: input, isKeyed: false, isRepeatable: false }, options);
  }

  /** Every authenticated call of the account, newest first; refused calls of one credential with one error share records of a minute or a second, whose `calls` counts them and whose `created_at` is its start. A key with limits of its own and a test key see their own calls only. `Link: …; rel="next"` leads to the next page; `format=csv` gives a spreadsheet. */
  listUsage(input: types.ListUsageInput = {}, options?: CallOptions): Pages<types.ListUsageRow> {
    return this.list({ method: 'GET', path: '/v1/me/usage', query: { ...input }, isKeyed: false, isRepeatable: true }, options);
  }

  /** Tool calls of the account added up by day (UTC), tool and caller: calls, failures, credits, response times. `complete: false` says that a long log is still being added up; ask again to go on. */
  summarizeUsage(input: types.SummarizeUsageInput = {}, options?: CallOptions): Promise<types.SummarizeUsageAnswer> {
    return this.ask({ method: 'GET', path: '/v1/me/usage/summary', query: { ...input }, isKeyed: false, isRepeatable: true }, options);
  }

  /** Any authenticated call of the account by the `X-Request-Id` of its answer, refused ones too: who made it, how it ended, what it was charged. 404 two minutes after a call says that nothing was charged. A key with limits of its own and a test key see their own calls only. */
  getCall(requestId: string, options?: CallOptions): Promise<types.GetCallAnswer> {
    return this.ask({ method: 'GET', path: `/v1/me/calls/${encodeURIComponent(requestId)}`, isKeyed: false, isRepeatable: true }, options);
  }

  /** An answer that was paid for, with its arguments, free, for as long as its usage record is kept. A key with limits of its own opens its own answers only. */
  getAnswer(requestId: string, options?: CallOptions): Promise<types.GetAnswerAnswer> {
    return this.ask({ method: 'GET', path: `/v1/me/answers/${encodeURIComponent(requestId)}`, isKeyed: false, isRepeatable: true }, options);
  }

  /** Makes a link that opens one kept answer for anybody who has it, without an account, until it expires or is withdrawn. The link has the question and the answer, without balance, credential and datasets. It is shown this once. */
  shareAnswer(requestId: string, input: types.ShareAnswerInput = {}, options?: CallOptions): Promise<types.ShareAnswerAnswer> {
    return this.ask({ method: 'POST', path: `/v1/me/answers/${encodeURIComponent(requestId)}/shares`, body: input, isKeyed: true, isRepeatable: true }, options);
  }

  /** Links to answers of the account that are live, newest first. The links themselves are never shown again. */
  listShares(options?: CallOptions): Promise<types.Share[]> {
    return this.ask({ method: 'GET', path: '/v1/me/shares', isKeyed: false, isRepeatable: true }, options);
  }

  /** Ends a link to an answer: from the next request on it opens nothing. */
  withdrawShare(shareId: string, options?: CallOptions): Promise<types.WithdrawShareAnswer> {
    return this.ask({ method: 'POST', path: `/v1/me/shares/${encodeURIComponent(shareId)}/withdraw`, isKeyed: false, isRepeatable: false }, options);
  }

  /** The answer that a shared link leads to, with its question. The token is what stands behind # in the link; it is sent in the body, so that no log has it. */
  openSharedAnswer(input: types.OpenSharedAnswerInput, options?: CallOptions): Promise<types.OpenSharedAnswerAnswer> {
    return this.ask({ method: 'POST', path: '/v1/shared-answers', body: input, isKeyed: false, isRepeatable: false }, options);
  }

  /** Keeps a question under a name and asks it again each day, week or month, at the price of its tool and within a monthly budget; with `kind: rank` it watches the places of a site for up to 1,000 keywords, in one call of `inspect_search_visibility` for each hundred and market. Without a schedule it is only kept. The arguments are checked as the tool checks them; nothing is asked and nothing is charged now. One answer is charged a day, week (Monday to Sunday) or month. A question that fails is tried again within its period; one without credits or budget waits in it. */
  createTracker(input: types.CreateTrackerInput, options?: CallOptions): Promise<types.Tracker> {
    return this.ask({ method: 'POST', path: '/v1/me/trackers', body: input, isKeyed: true, isRepeatable: true }, options);
  }

  /** The trackers of the account with what they have spent and found last, newest first. */
  listTrackers(options?: CallOptions): Promise<types.Tracker[]> {
    return this.ask({ method: 'GET', path: '/v1/me/trackers', isKeyed: false, isRepeatable: true }, options);
  }

  /** One tracker with what it has spent and found last. */
  getTracker(trackerId: string, options?: CallOptions): Promise<types.Tracker> {
    return this.ask({ method: 'GET', path: `/v1/me/trackers/${encodeURIComponent(trackerId)}`, isKeyed: false, isRepeatable: true }, options);
  }

  /** Gives a tracker another name, schedule, budget, keywords or rivals, or pauses it. What is left out stays; a list that is sent takes the place of the one before, and the history of what it names goes on. A period that has its answer asks no second time. */
  changeTracker(trackerId: string, input: types.ChangeTrackerInput = {}, options?: CallOptions): Promise<types.Tracker> {
    return this.ask({ method: 'PATCH', path: `/v1/me/trackers/${encodeURIComponent(trackerId)}`, body: input, isKeyed: false, isRepeatable: true }, options);
  }

  /** Removes a tracker with its history. Its answers stay in the usage log. */
  removeTracker(trackerId: string, options?: CallOptions): Promise<types.RemoveTrackerAnswer> {
    return this.ask({ method: 'DELETE', path: `/v1/me/trackers/${encodeURIComponent(trackerId)}`, isKeyed: false, isRepeatable: true }, options);
  }

  /** Has an active tracker asked once more within a minute, at the price of its tool and within its monthly budget, beside its schedule. `last` says what came of it. */
  runTracker(trackerId: string, options?: CallOptions): Promise<types.Tracker> {
    return this.ask({ method: 'POST', path: `/v1/me/trackers/${encodeURIComponent(trackerId)}/run`, isKeyed: true, isRepeatable: true }, options);
  }

  /** What came of each day, week or month of a tracker, newest first, kept for 400 days. `GET /v1/me/answers/{request_id}` opens an answer again, free. */
  getTrackerHistory(trackerId: string, input: types.GetTrackerHistoryInput = {}, options?: CallOptions): Promise<types.GetTrackerHistoryRow[]> {
    return this.ask({ method: 'GET', path: `/v1/me/trackers/${encodeURIComponent(trackerId)}/history`, query: { ...input }, isKeyed: false, isRepeatable: true }, options);
  }

  /** Places of a rank tracker in one market: figures of the newest day and of each day before, share of voice with that of rivals, and a row for each keyword with its change, best place, page, features and AI citation. With `keyword` the days are those of that keyword. `format=csv` gives the rows as a spreadsheet. Free. */
  getRanks(trackerId: string, input: types.GetRanksInput = {}, options?: CallOptions): Promise<types.GetRanksAnswer> {
    return this.ask({ method: 'GET', path: `/v1/me/trackers/${encodeURIComponent(trackerId)}/ranks`, query: { ...input }, isKeyed: false, isRepeatable: true }, options);
  }

  /** Keeps the history of a rank tracker as a dataset, a row for each keyword and day in one market, at most 100,000. `export_dataset` gives it as CSV, JSON or JSON lines, free. A free call itself. */
  keepRankDataset(trackerId: string, input: types.KeepRankDatasetInput = {}, options?: CallOptions): Promise<types.KeepRankDatasetAnswer> {
    return this.ask({ method: 'POST', path: `/v1/me/trackers/${encodeURIComponent(trackerId)}/ranks/dataset`, body: input, isKeyed: false, isRepeatable: false }, options);
  }

  /** What the account was told of: answers of trackers, changes, failures. Events never change, are numbered without gaps, and are kept for 400 days. To hear of each once, ask with `after` set to the `next` of the answer before. */
  listEvents(input: types.ListEventsInput = {}, options?: CallOptions): Promise<types.ListEventsAnswer> {
    return this.ask({ method: 'GET', path: '/v1/me/events', query: { ...input }, isKeyed: false, isRepeatable: true }, options);
  }

  /** Adds where events go: a webhook (Standard Webhooks, signed), a Slack-compatible incoming webhook, or a mail address. It gets events once it is verified. `secret` verifies the signatures of a webhook and is shown this once. */
  addDestination(input: types.AddDestinationInput, options?: CallOptions): Promise<types.AddDestinationAnswer> {
    return this.ask({ method: 'POST', path: '/v1/me/destinations', body: input, isKeyed: true, isRepeatable: true }, options);
  }

  /** Where the events of the account go, newest first. */
  listDestinations(options?: CallOptions): Promise<types.Destination[]> {
    return this.ask({ method: 'GET', path: '/v1/me/destinations', isKeyed: false, isRepeatable: true }, options);
  }

  /** Changes which events go there and when, or switches it off and on again. What is left out stays. */
  changeDestination(destinationId: string, input: types.ChangeDestinationInput = {}, options?: CallOptions): Promise<types.Destination> {
    return this.ask({ method: 'PATCH', path: `/v1/me/destinations/${encodeURIComponent(destinationId)}`, body: input, isKeyed: false, isRepeatable: true }, options);
  }

  /** Removes a destination with its deliveries. Events stay. */
  removeDestination(destinationId: string, options?: CallOptions): Promise<types.RemoveDestinationAnswer> {
    return this.ask({ method: 'DELETE', path: `/v1/me/destinations/${encodeURIComponent(destinationId)}`, isKeyed: false, isRepeatable: true }, options);
  }

  /** Proves that who owns the destination wants events. A webhook is sent a signed `destination.verify` with `data.challenge`, and answers 2xx with that text in its body, within ten seconds. To mail and Slack a code is sent; call again with `code` from there. */
  verifyDestination(destinationId: string, input: types.VerifyDestinationInput = {}, options?: CallOptions): Promise<types.VerifyDestinationAnswer> {
    return this.ask({ method: 'POST', path: `/v1/me/destinations/${encodeURIComponent(destinationId)}/verify`, body: input, isKeyed: false, isRepeatable: false }, options);
  }

  /** Makes a new secret, shown this once. For 24 hours the one before signs too: a message has then two signatures, and either is good. */
  rotateDestination(destinationId: string, options?: CallOptions): Promise<types.RotateDestinationAnswer> {
    return this.ask({ method: 'POST', path: `/v1/me/destinations/${encodeURIComponent(destinationId)}/rotate`, isKeyed: true, isRepeatable: true }, options);
  }

  /** What was sent to a destination and what it answered, newest first, kept for 30 days. At most 500. */
  listDeliveries(destinationId: string, options?: CallOptions): Promise<types.Delivery[]> {
    return this.ask({ method: 'GET', path: `/v1/me/destinations/${encodeURIComponent(destinationId)}/deliveries`, isKeyed: false, isRepeatable: true }, options);
  }

  /** Sends what a delivery holds once more, under the same id, within a minute. */
  replayDelivery(destinationId: string, deliveryId: string, options?: CallOptions): Promise<types.Delivery> {
    return this.ask({ method: 'POST', path: `/v1/me/destinations/${encodeURIComponent(destinationId)}/deliveries/${encodeURIComponent(deliveryId)}/replay`, isKeyed: true, isRepeatable: true }, options);
  }

  /** Begins an upload of Search Console exports or files of links: gives an address for each file, to which it is sent as the body of a PUT within an hour. Files of one export belong into one upload. Then start it. */
  createUpload(input: types.CreateUploadInput, options?: CallOptions): Promise<types.CreateUploadAnswer> {
    return this.ask({ method: 'POST', path: '/v1/me/uploads', body: input, isKeyed: true, isRepeatable: true }, options);
  }

  /** Starts the import of an upload, once its files are sent, and answers at once; ask for the upload to see how far it is. One upload of an account is imported at a time. One that failed may be started again within a day. */
  startUpload(uploadId: string, options?: CallOptions): Promise<types.Upload> {
    return this.ask({ method: 'POST', path: `/v1/me/uploads/${encodeURIComponent(uploadId)}/start`, isKeyed: false, isRepeatable: false }, options);
  }

  /** How far the import of an upload is and, once it is done, the outcome for each file: rows taken, rows skipped by reason, bad rows. */
  getUpload(uploadId: string, options?: CallOptions): Promise<types.Upload> {
    return this.ask({ method: 'GET', path: `/v1/me/uploads/${encodeURIComponent(uploadId)}`, isKeyed: false, isRepeatable: true }, options);
  }

  /** What the account has brought: its sites, its imports and its latest uploads, newest first. */
  listImports(options?: CallOptions): Promise<types.ListImportsAnswer> {
    return this.ask({ method: 'GET', path: '/v1/me/imports', isKeyed: false, isRepeatable: true }, options);
  }

  /** Takes an import back with everything that it brought. It cannot be undone; import the files again. */
  undoImport(importId: string, options?: CallOptions): Promise<types.UndoImportAnswer> {
    return this.ask({ method: 'POST', path: `/v1/me/imports/${encodeURIComponent(importId)}/undo`, isKeyed: false, isRepeatable: false }, options);
  }

  /** What the account's own Search Console figures say about a site: totals, clicks by day, the site's own click curve, and its opportunities with the calls that look closer and their prices. Free. */
  getOwnSite(site: string, options?: CallOptions): Promise<types.GetOwnSiteAnswer> {
    return this.ask({ method: 'GET', path: `/v1/me/sites/${encodeURIComponent(site)}`, isKeyed: false, isRepeatable: true }, options);
  }

  /** Sets the names by which people look for the site, and names of others that it is shown for. Brand queries, the click curve and the opportunities of all its exports are counted again at once. A member that is left out stays as it is. */
  updateOwnSite(site: string, input: types.UpdateOwnSiteInput = {}, options?: CallOptions): Promise<types.UpdateOwnSiteAnswer> {
    return this.ask({ method: 'PATCH', path: `/v1/me/sites/${encodeURIComponent(site)}`, body: input, isKeyed: false, isRepeatable: true }, options);
  }

  /** Whether the account is connected to Search Console, its properties, how far the sync of each is, and what Google refused last. Free. */
  getSearchConsole(options?: CallOptions): Promise<types.GetSearchConsoleAnswer> {
    return this.ask({ method: 'GET', path: '/v1/me/search-console', isKeyed: false, isRepeatable: true }, options);
  }

  /** Begins a sign-in at Google: open `authorize_url` within ten minutes in a browser that is signed in to the account. Only reading is asked for. With the service account of one machine there is nothing to sign in to, and the address is null. */
  connectSearchConsole(input: types.ConnectSearchConsoleInput = {}, options?: CallOptions): Promise<types.ConnectSearchConsoleAnswer> {
    return this.ask({ method: 'POST', path: '/v1/me/search-console', body: input, isKeyed: false, isRepeatable: false }, options);
  }

  /** Withdraws the grant at Google and forgets it. With `keep_history=true` what was synced stays and is answered from; else it is deleted. */
  disconnectSearchConsole(input: types.DisconnectSearchConsoleInput = {}, options?: CallOptions): Promise<types.DisconnectSearchConsoleAnswer> {
    return this.ask({ method: 'DELETE', path: '/v1/me/search-console', query: { ...input }, isKeyed: false, isRepeatable: true }, options);
  }

  /** Syncs these properties from now on and no others: totals of sixteen months at once, rows from the newest day back. What was kept of others stays. */
  chooseSearchConsoleProperties(input: types.ChooseSearchConsolePropertiesInput, options?: CallOptions): Promise<types.ChooseSearchConsolePropertiesAnswer> {
    return this.ask({ method: 'POST', path: '/v1/me/search-console/properties', body: input, isKeyed: false, isRepeatable: false }, options);
  }

  /** Clicks and impressions of a connected site over any period and against any other, by query, page, both, country, device, folder, brand, day, week or month. Totals are Google's own; `withheld` says how much of them Google tells in no row. Of a site that is not connected the uploaded exports answer: by query, page, country, device or date, of their own period, beside the newest earlier one. Free. */
  getSitePerformance(site: string, input: types.GetSitePerformanceInput = {}, options?: CallOptions): Promise<types.GetSitePerformanceAnswer> {
    return this.ask({ method: 'GET', path: `/v1/me/sites/${encodeURIComponent(site)}/performance`, query: { ...input }, isKeyed: false, isRepeatable: true }, options);
  }

  /** Records what was changed on which pages. Its effect on clicks and impressions is measured against pages that were not changed, after 14 and after 28 days, where the site is connected. Free. */
  recordSiteChange(site: string, input: types.RecordSiteChangeInput, options?: CallOptions): Promise<types.SiteChange> {
    return this.ask({ method: 'POST', path: `/v1/me/sites/${encodeURIComponent(site)}/changes`, body: input, isKeyed: true, isRepeatable: true }, options);
  }

  /** The recorded changes of a site with their effects, the newest first. Free. */
  listSiteChanges(site: string, options?: CallOptions): Promise<types.SiteChange[]> {
    return this.ask({ method: 'GET', path: `/v1/me/sites/${encodeURIComponent(site)}/changes`, isKeyed: false, isRepeatable: true }, options);
  }

  /** Removes a recorded change with its effect. */
  removeSiteChange(site: string, changeId: string, options?: CallOptions): Promise<types.RemoveSiteChangeAnswer> {
    return this.ask({ method: 'DELETE', path: `/v1/me/sites/${encodeURIComponent(site)}/changes/${encodeURIComponent(changeId)}`, isKeyed: false, isRepeatable: true }, options);
  }

  /** Every agent that may act for the account, newest first, with lately revoked ones. */
  listConnections(options?: CallOptions): Promise<types.Connection[]> {
    return this.ask({ method: 'GET', path: '/v1/me/connections', isKeyed: false, isRepeatable: true }, options);
  }

  /** Changes the limits of a connection while it is in use, from its next call on. Members left out stay; null takes a limit away. A session needs a sign-in of the last ten minutes to take a spend limit away. */
  changeConnection(connectionId: string, input: types.ChangeConnectionInput = {}, options?: CallOptions): Promise<types.Connection> {
    return this.ask({ method: 'PATCH', path: `/v1/me/connections/${encodeURIComponent(connectionId)}`, body: input, isKeyed: false, isRepeatable: true }, options);
  }

  /** Ends an agent's access permanently, from its next request on. Repeating it gives the same answer. */
  revokeConnection(connectionId: string, options?: CallOptions): Promise<types.RevokeConnectionAnswer> {
    return this.ask({ method: 'POST', path: `/v1/me/connections/${encodeURIComponent(connectionId)}/revoke`, isKeyed: false, isRepeatable: false }, options);
  }
}
