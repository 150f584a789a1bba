import { endpoint, noSuch } from '#functions/endpoint.ts';
import { type Foundation, indexOptions } from '#functions/foundation.ts';
import { normalizeDomain } from '#shared/contract/fields.ts';
import { createImportRegister } from '#shared/facts/imports/import-register.ts';
import { widestHeads } from '#shared/facts/own-sites/console-heads.ts';
import { readHeads } from '#shared/facts/own-sites/console-reads.ts';
import { readingLatest } from '#shared/facts/stored-index/table/index-reads.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import * as contracts from './contracts.ts';

function changeServices(foundation: Foundation) {
  const options = indexOptions(foundation);
  const table = createIndexTable(options);
  return {
    register: (owner: string | null) => createImportRegister(table, owner),
    table,
    takesShared: foundation.takesSharedUploads,
    /** What changes imports; to find that there is none of the id takes a fraction of it. */
    async openImports() {
      const { createImportServices } = await import('#shared/facts/imports/import-services.ts');
      return createImportServices({ ...options, clock: foundation.clock });
    },
  };
}

export const undoImport = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.undoImport,
    changeServices,
    async ({ caller, parameters }, { register, openImports, takesShared }) => {
      const { accountId } = caller.account;
      const id = parameters.import_id ?? '';
      const registers = [register(accountId), ...(takesShared ? [register(null)] : [])];
      const found = /^imp_[0-9a-z]{20}$/u.test(id)
        ? await Promise.all(registers.map((kept) => kept.find(id)))
        : [];
      if (found.every((entry) => entry === undefined)) throw noSuch('import', '/v1/me/imports');
      const { undoImport: undo } = await import('#shared/facts/imports/import-bundle.ts');
      await undo(id, accountId, await openImports());
      return { body: { import_id: id, status: 'undone' as const } };
    },
  );

export const updateOwnSite = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.updateOwnSite,
    changeServices,
    async ({ caller, parameters, body }, { table, openImports }) => {
      const { accountId } = caller.account;
      const named = normalizeDomain(parameters.site ?? '');
      const site = named.ok ? named.domain : undefined;
      const known = (await readHeads(readingLatest(table), accountId)).some((head) => head.site === site);
      if (site === undefined || !known)
        throw new ServiceError(
          'not_found',
          'This account has no figures of this site. GET /v1/me/sites lists its sites.',
        );
      const { consoles } = await openImports();
      await consoles.rename(accountId, site, {
        ...(body.own_names !== undefined && { own_names: body.own_names }),
        ...(body.other_names !== undefined && { other_names: body.other_names }),
      });
      const [head] = widestHeads(
        (await readHeads(readingLatest(table), accountId)).filter((other) => other.site === site),
      );
      if (!head) throw new ServiceError('not_found', 'The site was removed meanwhile.');
      return { body: { site, ...head.names, brand: head.brand, opportunity_counts: head.opportunities } };
    },
  );
