import { endpoint, noSuch } from '#functions/endpoint.ts';
import { type Foundation, indexOptions } from '#functions/foundation.ts';
import { normalizeDomain } from '#shared/contract/fields.ts';
import {
  readChanges,
  recordChange,
  removeChange,
  shownChange,
} from '#shared/facts/search-console/site-changes.ts';
import { readingLatest } from '#shared/facts/stored-index/table/index-reads.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import * as contracts from './contracts.ts';

const tableOf = (foundation: Foundation) => createIndexTable(indexOptions(foundation));

function siteOf({ site = '' }: Readonly<Record<string, string>>): string {
  const named = normalizeDomain(site);
  if (named.ok) return named.domain;
  throw new ServiceError('not_found', 'This is not a domain. Send one such as shop.example.');
}

export const recordSiteChange = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.recordSiteChange,
    tableOf,
    async ({ caller, parameters, body, now }, table) => ({
      body: await recordChange(table, caller.account.accountId, { ...body, site: siteOf(parameters), now }),
    }),
  );

export const listSiteChanges = (foundation: Foundation) =>
  endpoint(foundation, contracts.listSiteChanges, tableOf, async ({ caller, parameters }, table) => ({
    body: (await readChanges(readingLatest(table), caller.account.accountId, siteOf(parameters))).map(
      shownChange,
    ),
  }));

export const removeSiteChange = (foundation: Foundation) =>
  endpoint(foundation, contracts.removeSiteChange, tableOf, async ({ caller, parameters }, table) => {
    const { change_id: id = '' } = parameters;
    const change = { site: siteOf(parameters), id };
    const isKnown = /^chg_[0-9a-z]{26}$/u.test(id);
    if (isKnown && (await removeChange(table, caller.account.accountId, change)))
      return { body: { id, status: 'removed' as const } };
    throw noSuch('change of the site', '/v1/me/sites/{site}/changes');
  });
