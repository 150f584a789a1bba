import { endpoint } from '#functions/endpoint.ts';
import type { Foundation } from '#functions/foundation.ts';
import { createImportRegister } from '#shared/facts/imports/import-register.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { undoImport as contract } from './contracts.ts';
import { indexOptions } from './index-options.ts';

function undoServices(foundation: Foundation) {
  const options = indexOptions(foundation);
  const table = createIndexTable(options);
  return {
    register: (owner: string | null) => createImportRegister(table, owner),
    takesShared: foundation.takesSharedUploads,
    /** What changes imports; to find that there is none of the id takes a fraction of it. */
    async openImports() {
      const { createImportServices } = await import('#shared/facts/imports/create-import-services.ts');
      return createImportServices({ ...options, clock: foundation.clock });
    },
  };
}

export const undoImport = (foundation: Foundation) =>
  endpoint(
    foundation,
    contract,
    undoServices,
    async ({ caller, parameters }, { register, openImports, takesShared }) => {
      const { accountId } = caller.account;
      const id = parameters.import_id ?? '';
      const registers = [register(accountId), ...(takesShared ? [register(null)] : [])];
      const found = /^imp_[0-9a-z]{20}$/u.test(id)
        ? await Promise.all(registers.map((kept) => kept.find(id)))
        : [];
      // Another account's import and an unknown one are answered alike.
      if (found.every((entry) => entry === undefined))
        throw new ServiceError(
          'not_found',
          'This account has no such import. GET /v1/me/imports lists the ids.',
        );
      const { undoImport: undo } = await import('#shared/facts/imports/run-import.ts');
      await undo(id, accountId, await openImports());
      return { body: { import_id: id, status: 'undone' as const } };
    },
  );
