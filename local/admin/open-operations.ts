import type { Foundation } from '#functions/foundation.ts';
import { signingMaterial } from '#functions/secrets.ts';
import { sha256 } from '#shared/callers/identity/identity-keys.ts';
import { createPublishedKeys } from '#shared/callers/identity/published-keys.ts';
import { createSessionRepository } from '#shared/callers/identity/session-repository.ts';
import { mintSessionToken, sessionTokenSeconds } from '#shared/callers/identity/session-token.ts';
import { publicKeysOf } from '#shared/callers/identity/signing-keys.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { createReconciler, type Reconciliation } from '#shared/money/ledger/reconciler.ts';
import { createSweeper } from '#shared/money/ledger/sweeper.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { createLogger } from '#shared/platform/logger.ts';
import { type RestoreOrder, restoreItems } from '#shared/platform/migrations/restore-items.ts';
import { openDataFolder } from '../data/data-folder.ts';
import { rotateLocalSigning } from '../data/signing.ts';
import { shareStorage } from '../data/storage.ts';
import { createLocalFoundation } from '../foundation.ts';
import { runningOrigin } from '../ready.ts';
import { readSettings } from '../settings.ts';
import { type MigrationOrder, migrate } from './migrate.ts';
import { openOperator } from './operator.ts';
import { openReviewers } from './reviewers.ts';
import { type AdminFoundation, openStageFoundation } from './stage-foundation.ts';
import { openTexts } from './texts.ts';
import { upstreamReports } from './upstream-reports.ts';

interface Proof {
  readonly proven: boolean;
  readonly accounts: readonly Reconciliation[];
}

/** What the admin commands act on: this machine's data folder, or a deployed stage. */
export type Operations = Awaited<ReturnType<typeof openLocalOperations>>;

export async function openOperations(stage: string | undefined, env: NodeJS.ProcessEnv): Promise<Operations> {
  return stage === undefined ? openLocalOperations(env) : openStageOperations(stage);
}

async function openLocalOperations(env: NodeJS.ProcessEnv) {
  const settings = readSettings(env);
  const folder = await openDataFolder(settings.dataDir);
  const storage = await shareStorage(folder);
  const baseUrl =
    settings.publicBaseUrl ?? (await runningOrigin(folder)) ?? `http://${settings.host}:${settings.port}`;
  const logger = createLogger('oriel-admin');
  const foundation = createLocalFoundation({ folder, storage, settings, logger, baseUrl });
  return {
    ...operationsOn(foundation),
    createSession: (accountId: string) => startSession(foundation, accountId),
    rotateSigningKeys: () => rotateLocalSigning(folder, foundation.clock()),
    async syncSite(accountId: string, site: string): Promise<unknown> {
      const { syncNow } = await import('#functions/search-console/sync.ts');
      return syncNow(foundation, accountId, site);
    },
    close: storage.close,
  };
}

function openStageOperations(stage: string): Operations {
  const foundation = openStageFoundation(stage);
  return {
    ...operationsOn(foundation),
    createSession: () =>
      Promise.reject(
        new ServiceError(
          'validation_error',
          'Sessions of a deployed stage begin by signing in; this works on one machine only.',
        ),
      ),
    rotateSigningKeys: () =>
      Promise.reject(
        new ServiceError(
          'validation_error',
          'A deployed stage rotates by itself; docs/operations.md says how to rotate it at once.',
        ),
      ),
    syncSite: () =>
      Promise.reject(
        new ServiceError(
          'validation_error',
          'A deployed stage syncs every minute what is due; this works on one machine only.',
        ),
      ),
    close: async () => foundation.documents.destroy(),
  };
}

/** A session with a token for `/v1` that stands for it, signed with the place's keys. */
export async function startSession(
  foundation: AdminFoundation & Pick<Foundation, 'baseUrl'>,
  accountId: string,
) {
  const { documents, tables, clock, baseUrl } = foundation;
  const accounts = createAccountRepository({ documents, tables, clock });
  const { email, snapshot } = await accounts.get(accountId);
  const identity = { documents, name: tables.identity, clock };
  const { keys } = await signingMaterial(foundation);
  await createPublishedKeys(identity).publish(publicKeysOf(keys));
  const { session } = await createSessionRepository(identity, accounts).start({
    accountId,
    member: snapshot.holder && { ...snapshot.holder, address_hash: sha256(email) },
    method: 'email',
    userAgent: 'npm run admin',
  });
  return {
    session_token: await mintSessionToken(session, { issuer: baseUrl, key: keys.current, now: clock() }),
    session_id: session.sessionId,
    expires_at: isoTime(clock() + sessionTokenSeconds * 1_000),
  };
}

/** What works on tables and secrets alone, wherever they are. */
export function operationsOn(foundation: AdminFoundation) {
  const { documents, tables, clock } = foundation;
  const accounts = createAccountRepository({ documents, tables, clock });
  const reconciler = createReconciler({ documents, tables, clock });
  const sweeper = createSweeper({ documents, tables, clock });
  return {
    ...upstreamReports(foundation),
    operator: openOperator(foundation),
    reviewers: openReviewers(foundation),
    texts: openTexts(foundation),
    sweep: () => sweeper.sweepAll(),
    /** Copies a table that was restored beside its own back into it. */
    restore: (order: RestoreOrder) => restoreItems({ documents, tables }, order),
    migrate: (order: MigrationOrder) => migrate({ documents, tables }, order),
    async reconcile(accountId: string | undefined): Promise<Proof> {
      const proofs: Reconciliation[] = [];
      if (accountId !== undefined) proofs.push(await reconciler.reconcile(accountId));
      else
        for await (const account of accounts.list())
          proofs.push(await reconciler.reconcile(account.accountId));
      return { proven: proofs.every(({ proven }) => proven), accounts: proofs };
    },
  };
}
