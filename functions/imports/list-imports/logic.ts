import { widestHeads } from '#shared/facts/console/console-heads.ts';
import { readHeads } from '#shared/facts/console/console-reads.ts';
import type { ImportEntry } from '#shared/facts/imports/import-register.ts';
import { toUploadRecord } from '#shared/facts/imports/uploads/upload-store.ts';
import type { ImportLogic } from '../import-endpoint.ts';
import type { listImports as contract } from './contract.ts';

export const listImports: ImportLogic<typeof contract> = async (
  { caller, now },
  { table, register, uploads, takesShared },
) => {
  const { accountId } = caller.account;
  const [heads, own, shared, uploaded] = await Promise.all([
    readHeads(table, accountId),
    register(accountId).list(),
    takesShared ? register(null).list() : [],
    uploads.list(accountId),
  ]);
  const bySite = Map.groupBy(heads, ({ site }) => site);
  return {
    body: {
      sites: [...bySite.values()].flatMap((ofSite) => {
        const [main] = widestHeads(ofSite);
        if (!main) return [];
        const { site, from, to, clicks, impressions, queries, pages, opportunities } = main;
        return [{ site, from, to, clicks, impressions, queries, pages, opportunities }];
      }),
      imports: [...own.map(entryOf(false)), ...shared.map(entryOf(true))],
      uploads: uploaded.map((kept) => toUploadRecord(kept, now)),
    },
  };
};

const entryOf =
  (isShared: boolean) =>
  ({ import_id, file, format, site, rows, status, started_at }: ImportEntry) => ({
    id: import_id,
    file,
    format,
    site: site ?? null,
    rows,
    status,
    started_at,
    is_shared: isShared,
  });
