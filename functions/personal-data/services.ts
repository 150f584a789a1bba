import { type Foundation, serviceSecrets } from '#functions/foundation.ts';
import { createAnswerArchive } from '#shared/callers/answers/answer-archive.ts';
import { heldBy } from '#shared/callers/idempotency/dynamo-idempotency-store.ts';
import { createAccountDirectory } from '#shared/callers/identity/account-directory.ts';
import { createConnectionRepository } from '#shared/callers/identity/connection-repository.ts';
import { createPasskeyRepository } from '#shared/callers/identity/passkey-repository.ts';
import { createSessionRepository } from '#shared/callers/identity/session-repository.ts';
import type { Tracker } from '#shared/callers/watch/tracker-item.ts';
import { createShareRepository } from '#shared/callers/workspace/share-repository.ts';
import { removeCrawlFiles } from '#shared/facts/crawls/remove-crawl-files.ts';
import { forgetAnswers } from '#shared/facts/datasets/datasets.ts';
import { createUploadStore } from '#shared/facts/imports/uploads/upload-store.ts';
import { removeOwnData } from '#shared/facts/own-sites/remove-own-data.ts';
import { createIndexTable, type IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { createAccountHolders, createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { createCredentialRepository } from '#shared/money/accounts/credential-repository.ts';
import { holdersOf } from '#shared/money/accounts/principal.ts';
import { createInvoiceRepository } from '#shared/money/billing/invoices.ts';
import { createAlertRepository } from '#shared/money/billing/low-balance.ts';
import { createBillingDetails, createOrderRepository } from '#shared/money/billing/order.ts';
import { createCreditEntries } from '#shared/money/ledger/credit-entries.ts';
import { createUsageLog, forgetCallDetails } from '#shared/money/usage/usage-log.ts';
import { removeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { keysNamed } from '#shared/platform/secrets/service-secrets.ts';

export type PersonalDataServices = Awaited<ReturnType<typeof personalDataServices>>;

export async function personalDataServices(foundation: Foundation) {
  const { documents, tables, clock, logger, baseUrl, dashboardUrl } = foundation;
  const secrets = await serviceSecrets(foundation);
  const identity = { documents, name: tables.identity, clock };
  const accounts = createAccountRepository({ documents, tables, clock });
  const index = createIndexTable({ documents, table: tables.index });
  return {
    clock,
    logger,
    baseUrl,
    dashboardUrl,
    accounts,
    credentials: createCredentialRepository(documents, tables.credentials),
    directory: createAccountDirectory(identity, accounts),
    holders: createAccountHolders({ documents, tables }),
    sessions: createSessionRepository(identity, accounts),
    connections: createConnectionRepository(identity, accounts),
    passkeys: createPasskeyRepository(identity),
    openMembers: async () => {
      const { createMemberRepository } = await import('#shared/callers/identity/member-repository.ts');
      return createMemberRepository(identity, accounts);
    },
    shares: createShareRepository(identity),
    openTrackers: async () => {
      const { createTrackerRepository } = await import('#shared/callers/watch/tracker-repository.ts');
      return createTrackerRepository(identity);
    },
    openWatch: async () => {
      const { copyRanks, copyWatch, forgetWatch } = await import('#shared/callers/watch/forget-watch.ts');
      return {
        copy: (accountId: string) => copyWatch(identity, accountId),
        copyRanks: (trackers: readonly Tracker[]) => copyRanks(identity, trackers),
        forget: (accountId: string) => forgetWatch(identity, accountId),
      };
    },
    orders: createOrderRepository(documents, tables.billing),
    alerts: createAlertRepository(documents, tables.billing),
    details: createBillingDetails(documents, tables.billing),
    invoices: createInvoiceRepository(documents, tables.billing),
    entries: createCreditEntries({ documents, tables, clock }),
    usage: createUsageLog({ documents, tables, cursorKeys: keysNamed('cursor_key', secrets) }),
    objects: foundation.objects,
    archive: createAnswerArchive(foundation),
    uploads: createUploadStore(index, clock),
    copyOwn: (accountId: string) => copyBrought(index, accountId),
    removeOwnData: (accountId: string) => removeBrought(foundation, index, accountId),
    async endConnection(accountId: string): Promise<void> {
      const { searchConsoleServices } = await import('#functions/search-console/services.ts');
      const { revokeGrant } = await import('#functions/search-console/connection.ts');
      await revokeGrant(await searchConsoleServices(foundation), accountId);
    },
    /** What its calls left, those of test keys included: what they saw, lists, answers for repeats, what was asked. */
    async forgetCalls(accountId: string): Promise<void> {
      const { objects } = foundation;
      for (const holder of holdersOf(accountId)) {
        await forgetAnswers({ documents, tables, objects }, holder);
        // Answers for repeats that are too large for an item.
        for await (const key of objects.list(`idempotency/${holder}/`)) await objects.delete(key);
      }
      const kept = { documents, name: tables.idempotency };
      const forgetKeptAnswer = async (holder: string, place: string) => {
        await removeItem(kept, { pk: heldBy(holder, place) });
      };
      await forgetCallDetails({ documents, tables, forgetKeptAnswer }, accountId);
    },
  };
}

/** Downloads alone read it: what the account has brought, what its connection has synced, and its crawls. */
async function copyBrought(index: IndexTable, accountId: string) {
  const { copyOwnData } = await import('#shared/facts/imports/copy-own-data.ts');
  const { createCrawlStore, toCrawlRecord } = await import('#shared/facts/crawls/crawl-store.ts');
  const { copyConnection } = await import('#shared/facts/search-console/copy-connection.ts');
  const { readChanges } = await import('#shared/facts/search-console/site-changes.ts');
  return {
    ownData: await copyOwnData(index, accountId),
    searchConsole: await copyConnection(index, accountId),
    siteChanges: await readChanges(index, accountId),
    // Their pages are in their lists.
    crawls: (await createCrawlStore(index).list(accountId)).map(toCrawlRecord),
  };
}

/** The items of crawls go first, so that no run writes files of them any more. */
async function removeBrought({ objects }: Foundation, index: IndexTable, accountId: string): Promise<void> {
  await removeOwnData(index, accountId);
  await removeCrawlFiles(objects, accountId);
}
