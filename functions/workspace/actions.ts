import { endpoint, noSuch, openEndpoint } from '#functions/endpoint.ts';
import { type Foundation, indexOptions } from '#functions/foundation.ts';
import { shownOpportunities } from '#functions/imports/actions.ts';
import { performanceSlice } from '#functions/search-console/slices.ts';
import { createAnswerArchive } from '#shared/callers/answers/answer-archive.ts';
import { createShareRepository, type Share } from '#shared/callers/workspace/share-repository.ts';
import type { EndpointBody } from '#shared/contract/endpoint.ts';
import { normalizeDomain } from '#shared/contract/fields.ts';
import { openWholeSite } from '#shared/facts/own-sites/read-own-sites.ts';
import {
  createIndexReader,
  type IndexReader,
  readingLatest,
} from '#shared/facts/stored-index/table/index-reads.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { idTime } from '#shared/platform/ids.ts';
import * as contracts from './contracts.ts';
import { type ShareRecord, shareLimit, siteReport } from './contracts.ts';

type ShareRepository = ReturnType<typeof createShareRepository>;
type NewShare = Awaited<ReturnType<ShareRepository['create']>>;

function shareServices(foundation: Foundation) {
  const { documents, tables, clock, dashboardUrl } = foundation;
  const shares = createShareRepository({ documents, name: tables.identity, clock });
  return { archive: createAnswerArchive(foundation), shares, dashboardUrl };
}

function shareRecord(share: Share): ShareRecord {
  return {
    id: share.shareId,
    request_id: share.requestId,
    tool: share.tool,
    site: share.site ?? null,
    created_at: share.createdAt,
    expires_at: share.expiresAt,
  };
}

export const shareAnswer = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.shareAnswer,
    shareServices,
    async ({ caller, parameters, body }, { archive, shares, dashboardUrl }) => {
      const { accountId } = caller.account;
      const requestId = parameters.request_id ?? '';
      const [kept] = await Promise.all([
        archive.find(accountId, requestId),
        refuseTooMany(shares, accountId),
      ]);
      if (!kept)
        throw new ServiceError(
          'not_found',
          'No answer is kept for this request id, so there is nothing to share. GET /v1/me/usage lists the ids.',
        );
      return linkOf(await shares.create(accountId, { requestId, tool: kept.tool }, body.days), dashboardUrl);
    },
  );

/** A new link, which only the first answer shows; replays of the call do not. */
function linkOf({ share, token }: NewShare, dashboardUrl: string) {
  const record = shareRecord(share);
  return {
    body: { url: `${dashboardUrl}/shared#${token}`, share: record },
    kept: { url: null, share: record },
  };
}

async function refuseTooMany({ list }: Pick<ShareRepository, 'list'>, accountId: string) {
  if ((await list(accountId)).length < shareLimit) return;
  throw new ServiceError(
    'validation_error',
    `An account has at most ${shareLimit} shared links at a time. Withdraw one of GET /v1/me/shares first.`,
  );
}

export const listShares = (foundation: Foundation) =>
  endpoint(foundation, contracts.listShares, shareServices, async ({ caller }, { shares }) => ({
    body: (await shares.list(caller.account.accountId)).map(shareRecord),
  }));

export const withdrawShare = (foundation: Foundation) =>
  endpoint(foundation, contracts.withdrawShare, shareServices, async ({ caller, parameters }, { shares }) => {
    const id = parameters.share_id ?? '';
    const isWithdrawn =
      /^share_[0-9a-z]{26}$/u.test(id) && (await shares.withdraw(caller.account.accountId, id));
    if (!isWithdrawn) throw noSuch('share, or it has ended', '/v1/me/shares');
    return { body: { id, status: 'withdrawn' as const } };
  });

export const openSharedAnswer = (foundation: Foundation) =>
  openEndpoint(
    foundation,
    contracts.openSharedAnswer,
    shareServices,
    async ({ body }, { archive, shares }) => {
      const share = await shares.find(body.token);
      const kept = share && (await archive.find(share.accountId, share.requestId));
      if (!kept)
        throw new ServiceError(
          'not_found',
          'This link opens nothing: it has expired, was withdrawn, or is not complete. Ask the person who sent it.',
        );
      // What the call cost and left, and the datasets, are the account's own.
      const { usage: _usage, resources: _resources, ...answer } = kept.answer;
      return {
        body: {
          tool: kept.tool,
          created_at: isoTime(idTime(kept.request_id) ?? 0),
          expires_at: share.expiresAt,
          arguments: kept.arguments,
          answer,
        },
        headers: { 'x-robots-tag': 'noindex' },
      };
    },
  );

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
