import { auditSite } from '#functions/tools/audit-site/contract.ts';
import { inspectKeyword } from '#functions/tools/inspect-keyword/contract.ts';
import { inspectSerp } from '#functions/tools/inspect-serp/contract.ts';
import { normalizeDomain } from '#shared/contract/domain-name.ts';
import { withSendableCalls } from '#shared/facts/answers/opportunity-calls.ts';
import { readTotals } from '#shared/facts/console/console-reads.ts';
import { openWholeSite } from '#shared/facts/console/read-own-sites.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { ImportEndpointServices, ImportLogic } from '../import-endpoint.ts';
import type { getOwnSite as contract } from './contract.ts';

/** As many as a person can look through; the dataset has all. */
const mostOpportunities = 500;
const prices = {
  inspect_serp: inspectSerp.credits,
  inspect_keyword: inspectKeyword.credits,
  audit_site: auditSite.credits,
};

export const getOwnSite: ImportLogic<typeof contract> = async (
  { caller, parameters },
  { table, hasLiveSource },
) => {
  const { accountId } = caller.account;
  const named = normalizeDomain(parameters.site ?? '');
  const site = named.ok ? await openWholeSite(table, accountId, named.domain) : undefined;
  if (!site)
    throw new ServiceError(
      'not_found',
      'This account has brought no figures of this site. GET /v1/me/imports lists its sites.',
    );
  const { summary, mainImportId } = site;
  const { figures, opportunities: counts, ...rest } = summary;
  const [curve, rows, days, isLive] = await Promise.all([
    site.curve(),
    site.opportunities(),
    daysOf(table, accountId, mainImportId),
    hasLiveSource(),
  ]);
  return {
    body: {
      site: site.domain,
      import_id: mainImportId,
      ...figures,
      ...rest,
      click_curve: curve.map((point) => ({ ...point })),
      days,
      opportunity_counts: { ...counts },
      opportunities: withSendableCalls(rows.slice(0, mostOpportunities), resolveMarket(), isLive).map(
        (row) => ({ ...row, credits: prices[row.next_call.tool] }),
      ),
    },
  };
};

async function daysOf(table: ImportEndpointServices['table'], accountId: string, importId: string) {
  const totals = await readTotals(table, accountId, importId);
  return (totals?.days ?? []).map(({ url, clicks, impressions }) => ({ day: url, clicks, impressions }));
}
