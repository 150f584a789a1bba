import { endpointsWith, type LogicWith } from '#functions/endpoints-with.ts';
import type { Foundation } from '#functions/foundation.ts';
import { upstreamAccount } from '#functions/secrets.ts';
import type { EndpointContract } from '#shared/contract/endpoint.ts';
import { createImportRegister } from '#shared/facts/imports/import-register.ts';
import type { ImportServices } from '#shared/facts/imports/import-services.ts';
import { createUploadStore, type KeptUpload } from '#shared/facts/imports/uploads/upload-store.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { indexOptions } from './index-options.ts';

/** What the endpoints about an account's own data work with. */
export type ImportEndpointServices = ReturnType<typeof importEndpointServices>;

export type ImportLogic<Endpoint extends EndpointContract> = LogicWith<ImportEndpointServices, Endpoint>;

/** An endpoint about an account's own data as a function of its foundation. */
export const importEndpoint = endpointsWith(importEndpointServices);

function importEndpointServices(foundation: Foundation) {
  const { clock, objects, startImport, takesSharedUploads } = foundation;
  const options = indexOptions(foundation);
  const table = createIndexTable(options);
  return {
    table,
    uploads: createUploadStore(table, clock),
    /** Imports that all accounts share, or those of one. */
    register: (owner: string | null) => createImportRegister(table, owner),
    /** What changes them, loaded with the first change: to look at imports takes a fraction of it. */
    async openImports(): Promise<ImportServices> {
      const { createImportServices } = await import('#shared/facts/imports/create-import-services.ts');
      return createImportServices({ ...options, clock });
    },
    objects,
    startImport,
    takesShared: takesSharedUploads,
    /** Whether listings can be fetched; false in a function that was not granted the provider's secret. */
    hasLiveSource: async () => (await upstreamAccount(foundation)) !== undefined,
  };
}

/** The account's upload. Another account's and an unknown one are answered alike. */
export async function uploadNamed(
  { uploads }: Pick<ImportEndpointServices, 'uploads'>,
  accountId: string,
  id: string | undefined,
): Promise<KeptUpload> {
  const found =
    id !== undefined && /^upl_[0-9a-z]{26}$/u.test(id) ? await uploads.find(accountId, id) : undefined;
  if (found) return found;
  throw new ServiceError('not_found', 'This account has no such upload. POST /v1/me/uploads begins one.');
}
