import { endpoint } from '#functions/endpoint.ts';
import { type Foundation, indexOptions, upstreamAccount } from '#functions/foundation.ts';
import { auditSite } from '#functions/tools/audit-site/contract.ts';
import { inspectKeyword } from '#functions/tools/inspect-keyword/contract.ts';
import { inspectSerp } from '#functions/tools/inspect-serp/contract.ts';
import type { EndpointBody } from '#shared/contract/endpoint.ts';
import { normalizeDomain } from '#shared/contract/fields.ts';
import { rowsUnpaid, uploadsPerDay, uploadsPerDayUnpaid } from '#shared/contract/own-imports.ts';
import { withSendableCalls } from '#shared/facts/answers/answer.ts';
import { createImportRegister, type ImportEntry } from '#shared/facts/imports/import-register.ts';
import {
  asksForColumns,
  createUploadStore,
  isUploadExpired,
  type KeptUpload,
  type StoredUpload,
  toUploadRecord,
  uploadKey,
} from '#shared/facts/imports/uploads/upload-store.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { judgedToday, widestHeads } from '#shared/facts/own-sites/console-heads.ts';
import type { ConsoleHead } from '#shared/facts/own-sites/console-items.ts';
import { countryName } from '#shared/facts/own-sites/console-places.ts';
import { readHeads, readTotals } from '#shared/facts/own-sites/console-reads.ts';
import { scopeOf } from '#shared/facts/own-sites/open-own-site.ts';
import { openWholeSite } from '#shared/facts/own-sites/read-own-sites.ts';
import { indexSummary } from '#shared/facts/ports/site-performance.ts';
import { type IndexReader, readingLatest } from '#shared/facts/stored-index/table/index-reads.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import * as contracts from './contracts.ts';

type ImportEndpointServices = ReturnType<typeof importServices>;

function importServices(foundation: Foundation) {
  const { clock, objects, startImport, takesSharedUploads } = foundation;
  const options = indexOptions(foundation);
  const table = createIndexTable(options);
  return {
    /** What people look at right after they have changed it. */
    latest: readingLatest(table),
    uploads: createUploadStore(table, clock),
    /** Imports that all accounts share, or those of one. */
    register: (owner: string | null) => createImportRegister(table, owner),
    objects,
    startImport,
    takesShared: takesSharedUploads,
    /** Whether listings can be fetched; false in a function that was not granted the provider's secret. */
    hasLiveSource: async () => (await upstreamAccount(foundation)) !== undefined,
  };
}

/** The account's upload. Another account's and an unknown one are answered alike. */
async function uploadNamed(
  { uploads }: Pick<ImportEndpointServices, 'uploads'>,
  accountId: string,
  id: string | undefined,
): Promise<KeptUpload> {
  const found =
    id !== undefined && /^upl_[0-9a-z]{26}$/u.test(id) ? await uploads.find(accountId, id) : undefined;
  if (found) return found;
  throw new ServiceError('not_found', 'This account has no such upload. POST /v1/me/uploads begins one.');
}

const linkSeconds = 3_600;

export const createUpload = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.createUpload,
    importServices,
    async ({ caller, body, now }, { uploads, objects, takesShared }) => {
      const { accountId, snapshot } = caller.account;
      const isPaid = takesShared || snapshot.entry_seq > 0;
      const { location, language, domain, columns } = body;
      // A market that is not served is refused before anything is uploaded.
      resolveMarket({ location, language });
      const id = newId('upl', now);
      const files = body.files.map((file, index) => ({
        ...file,
        key: uploadKey(accountId, id, index),
      }));
      const upload: StoredUpload = {
        id,
        status: 'awaiting_files',
        createdAt: isoTime(now),
        touchedAt: now,
        files,
        createdBy: caller.credentialId,
        ...(!isPaid && { mostRows: rowsUnpaid }),
        ...(domain !== undefined && { domain }),
        ...(columns !== undefined && { columns: [...columns] }),
        market: { location, language },
        progress: null,
        message: null,
      };
      await uploads.create(accountId, upload, isPaid ? uploadsPerDay : uploadsPerDayUnpaid);
      const addresses = await Promise.all(
        files.map(async ({ name, bytes, key }) => ({
          name,
          url: await objects.uploadUrl(key, { bytes, expiresInSeconds: linkSeconds }),
        })),
      );
      return { body: { upload: toUploadRecord({ upload, reports: [], version: 1 }, now), addresses } };
    },
  );

const notStarted = 'The import could not be started. Start it again.';

export const startUpload = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.startUpload,
    importServices,
    async ({ caller, parameters, body, now }, services) => {
      const { uploads, startImport } = services;
      const { accountId } = caller.account;
      const kept = await uploadNamed(services, accountId, parameters.upload_id);
      const shown = toUploadRecord(kept, now);
      const answered = shown.status === 'done' ? withAnswer(kept, body) : undefined;
      // A second press changes nothing.
      if (shown.status !== 'awaiting_files' && shown.status !== 'failed' && !answered) return { body: shown };
      if (isUploadExpired(kept.upload.id, now))
        throw new ServiceError('not_found', 'The files of this upload are gone. Upload them again.');
      const queued = await uploads.queue(accountId, answered ?? kept);
      await startImport({ accountId, uploadId: kept.upload.id }).catch(async (cause: unknown) => {
        await uploads.save(accountId, queued, { status: 'failed', message: notStarted });
        throw cause;
      });
      return { body: toUploadRecord(queued, now) };
    },
  );

/** The upload with what was said of a table that asks for it; undefined where none asks, or nothing was said. */
function withAnswer(
  { upload, ...kept }: KeptUpload,
  said: EndpointBody<typeof contracts.startUpload>,
): KeptUpload | undefined {
  if (!said?.columns || !asksForColumns(kept.reports)) return undefined;
  const { columns, domain = upload.domain } = said;
  return { ...kept, upload: { ...upload, domain, columns: [...columns] } };
}

export const getUpload = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.getUpload,
    importServices,
    async ({ caller, parameters, now }, services) => ({
      body: toUploadRecord(await uploadNamed(services, caller.account.accountId, parameters.upload_id), now),
    }),
  );

export const listImports = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.listImports,
    importServices,
    async ({ caller, now }, { latest, register, uploads, takesShared }) => {
      const { accountId } = caller.account;
      const [heads, own, shared, uploaded] = await Promise.all([
        readHeads(latest, accountId),
        register(accountId).list(),
        takesShared ? register(null).list() : [],
        uploads.list(accountId),
      ]);
      return {
        body: {
          sites: await sitesOf(latest, accountId, heads),
          imports: [...own.map(entryOf(false)), ...shared.map(entryOf(true))],
          uploads: uploaded.map((kept) => toUploadRecord(kept, now)),
        },
      };
    },
  );

export const listOwnSites = (foundation: Foundation) =>
  endpoint(foundation, contracts.listOwnSites, importServices, async ({ caller }, { latest }) => {
    const { accountId } = caller.account;
    return { body: { sites: await sitesOf(latest, accountId, await readHeads(latest, accountId)) } };
  });

/** Each site by the export that tells most of it. */
async function sitesOf(table: IndexReader, accountId: string, heads: readonly ConsoleHead[]) {
  const bySite = Map.groupBy(heads, ({ site }) => site);
  const mains = [...bySite.values()].flatMap((ofSite) => widestHeads(ofSite).slice(0, 1));
  const judged = mains.map((main) => judgedToday(table, accountId, main, heads));
  return (await Promise.all(judged)).map((main) => {
    const { site, from, to, clicks, impressions, queries, pages, opportunities } = main;
    return { site, from, to, clicks, impressions, queries, pages, scope: scopeOf(main), opportunities };
  });
}

const entryOf =
  (isShared: boolean) =>
  ({ import_id, file, format, site, rows, status, started_at, created_by }: ImportEntry) => ({
    id: import_id,
    file,
    format,
    site: site ?? null,
    rows,
    status,
    started_at,
    created_by: created_by ?? null,
    is_shared: isShared,
  });

const prices = {
  inspect_serp: inspectSerp.credits,
  inspect_keyword: inspectKeyword.credits,
  audit_site: auditSite.credits,
};

export const getOwnSite = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.getOwnSite,
    importServices,
    async ({ caller, parameters, query }, { latest, hasLiveSource }) => {
      const { accountId } = caller.account;
      const named = normalizeDomain(parameters.site ?? '');
      const site = named.ok ? await openWholeSite(latest, accountId, named.domain) : undefined;
      if (!site)
        throw new ServiceError(
          'not_found',
          'This account has no figures of this site. GET /v1/me/sites lists its sites.',
        );
      const { summary, mainImportId } = site;
      const { figures, opportunities: counts, names, foundNames, ...rest } = summary;
      const [curve, rows, totals, isLive, index] = await Promise.all([
        site.curve(),
        site.opportunities(),
        readTotals(latest, accountId, mainImportId),
        hasLiveSource(),
        indexStatusOf(latest, accountId, site.domain),
      ]);
      return {
        body: {
          site: site.domain,
          import_id: mainImportId,
          ...figures,
          ...rest,
          ...names,
          found_names: foundNames,
          click_curve: curve.map((point) => ({ ...point })),
          days: (totals?.days ?? []).map(({ url: day, clicks, impressions }) => ({
            day,
            clicks,
            impressions,
          })),
          countries: countriesOf(totals?.countries ?? []),
          opportunity_counts: { ...counts },
          opportunities: shownOpportunities(rows.slice(0, query.opportunities), site.domain, isLive),
          index_status: index,
        },
      };
    },
  );

/** Opportunities with the call that looks closer and its price. */
export function shownOpportunities(
  rows: Parameters<typeof withSendableCalls>[0],
  site: string,
  isLive: boolean,
) {
  return withSendableCalls(rows, site, resolveMarket(), isLive).map((row) => ({
    ...row,
    credits: prices[row.next_call.tool],
  }));
}

/** Pages that a person looks through; the dataset of the tool has all. */
const shownPages = 100;

async function indexStatusOf(table: IndexReader, accountId: string, site: string) {
  const { askIndexStatus } = await import('#shared/facts/search-console/ask-performance.ts');
  const pages = (await askIndexStatus(table, accountId, site, undefined)) ?? [];
  const summary = indexSummary(pages);
  return summary && { ...summary, pages: pages.slice(0, shownPages) };
}

/** Countries with the most clicks, as many as a person looks at. */
const shownCountries = 10;

function countriesOf(rows: NonNullable<Awaited<ReturnType<typeof readTotals>>>['countries']) {
  const all = rows.reduce((sum, { clicks }) => sum + clicks, 0);
  return rows.slice(0, shownCountries).map(({ url, clicks, impressions }) => ({
    country: countryName(url),
    clicks,
    impressions,
    share: all > 0 ? Math.round((clicks / all) * 10_000) / 10_000 : null,
  }));
}
