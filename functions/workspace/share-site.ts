import { endpoint } from '#functions/endpoint.ts';
import { type Foundation, indexOptions } from '#functions/foundation.ts';
import { shownOpportunities } from '#functions/imports/actions.ts';
import { performanceSlice } from '#functions/search-console/slices.ts';
import type { EndpointBody } from '#shared/contract/endpoint.ts';
import { normalizeDomain } from '#shared/contract/fields.ts';
import { openWholeSite } from '#shared/facts/own-sites/read-own-sites.ts';
import {
  createIndexReader,
  type IndexReader,
  readingLatest,
} from '#shared/facts/stored-index/table/index-reads.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { linkOf, refuseTooMany, shareServices } from './actions.ts';
import * as contracts from './contracts.ts';
import { siteReport } from './contracts.ts';

/** Rows of a list, and opportunities: as many as somebody reads who was sent a link. */
const mostRows = 500;
const mostOpportunities = 100;

function siteServices(foundation: Foundation) {
  const table = readingLatest(createIndexReader(indexOptions(foundation)));
  return { ...shareServices(foundation), table };
}

/** The report is kept where answers are, so that it ends, is withdrawn and is deleted as they are. */
export const shareSite = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.shareSite,
    siteServices,
    async ({ caller, parameters, body, requestId }, { table, archive, shares, dashboardUrl }) => {
      const { accountId } = caller.account;
      const named = normalizeDomain(parameters.site ?? '');
      if (!named.ok)
        throw new ServiceError(
          'not_found',
          'This is not a domain. GET /v1/me/sites lists the sites of the account.',
        );
      const site = named.domain;
      const { days, ...asked } = body;
      const [answer] = await Promise.all([
        reportOf({ table, accountId, site, asked }),
        refuseTooMany(shares, accountId),
      ]);
      await archive.keep(accountId, {
        request_id: requestId,
        credential_id: caller.credentialId,
        tool: siteReport,
        arguments: { site, ...asked },
        answer,
      });
      return linkOf(
        await shares.create(accountId, { requestId, tool: siteReport, site }, days),
        dashboardUrl,
      );
    },
  );

interface Asked {
  readonly table: IndexReader;
  readonly accountId: string;
  readonly site: string;
  readonly asked: Omit<EndpointBody<typeof contracts.shareSite>, 'days'>;
}

/** What the page of the site shows, as it is at this moment. */
async function reportOf({ asked, ...where }: Asked) {
  const slice = (dimensions: string, { from, to, compare } = asked) => {
    const sort = dimensions === 'date' ? ('key' as const) : ('clicks' as const);
    return performanceSlice({
      ...where,
      query: { ...asked, from, to, compare, dimensions, sort, limit: mostRows },
    });
  };
  const [date, query, page, country, device, whole] = await Promise.all([
    slice('date'),
    slice('query'),
    slice('page'),
    slice('country'),
    slice('device'),
    openWholeSite(where.table, where.accountId, where.site),
  ]);
  const { compared_with: compared } = date;
  const before = compared && (await slice('date', { ...asked, ...compared, compare: undefined }));
  const opportunities = (await whole?.opportunities()) ?? [];
  return {
    // Of an upload the days of its own period come, whatever is asked for.
    slices: { date, before: before?.from === compared?.from ? before : null, query, page, country, device },
    opportunities: shownOpportunities(opportunities.slice(0, mostOpportunities), where.site, false),
  };
}
