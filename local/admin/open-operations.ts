import { createSessionRepository } from '#shared/callers/identity/session-repository.ts';
import { createReconciler, type Reconciliation } from '#shared/money/ledger/reconciler.ts';
import { createSweeper, type SweepReport } from '#shared/money/ledger/sweeper.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { createLogger } from '#shared/platform/logger.ts';
import {
  type RestoreCounts,
  type RestoreOrder,
  restoreItems,
} from '#shared/platform/migrations/restore-items.ts';
import { openDataFolder } from '../data/data-folder.ts';
import { shareStorage } from '../data/storage.ts';
import { createLocalFoundation, type LocalFoundation } from '../foundation.ts';
import { runningOrigin } from '../ready.ts';
import { readSettings, upstreamAccount } from '../settings.ts';
import { mintLocalSessionToken, rotateLocalSigning } from '../signing.ts';
import { type MigrationOrder, type MigrationReport, migrate } from './migrate.ts';
import type { Operator } from './operator.ts';
import { openStageFoundation, type StageFoundation } from './stage-foundation.ts';
import { type UpstreamReports, upstreamReports } from './upstream-reports.ts';

interface Proof {
  readonly proven: boolean;
  readonly accounts: readonly Reconciliation[];
}

/** What the admin commands act on: this machine's data folder, or a deployed stage. */
export interface Operations extends UpstreamReports {
  readonly operator: Operator;
  reconcile(accountId: string | undefined): Promise<Proof>;
  sweep(): Promise<SweepReport>;
  createSession(
    accountId: string,
  ): Promise<{ session_token: string; session_id: string; expires_at: string }>;
  rotateSigningKeys(): Promise<{ current_key: string }>;
  migrate(order: MigrationOrder): Promise<readonly MigrationReport[]>;
  /** Copies a table that was restored beside its own back into it. */
  restore(order: RestoreOrder): Promise<RestoreCounts>;
  close(): Promise<void>;
}

export async function openOperations(stage: string | undefined, env: NodeJS.ProcessEnv): Promise<Operations> {
  return stage === undefined
    ? openLocalOperations(env)
    : stageOperations(await openStageFoundation(stage, env));
}

async function openLocalOperations(env: NodeJS.ProcessEnv): Promise<Operations> {
  const settings = readSettings(env);
  const folder = await openDataFolder(settings.dataDir);
  const storage = await shareStorage(folder);
  const baseUrl =
    settings.publicBaseUrl ?? (await runningOrigin(folder)) ?? `http://${settings.host}:${settings.port}`;
  const foundation = createLocalFoundation({
    folder,
    storage,
    logger: createLogger('oriel-admin'),
    baseUrl,
    clockOffsetSeconds: settings.clockOffsetSeconds,
  });
  return {
    ...bookkeeping(foundation),
    ...upstreamReports(foundation, async () => upstreamAccount(settings)),
    operator: foundation.operator,
    async createSession(accountId) {
      await foundation.call.accounts.get(accountId);
      const sessions = createSessionRepository(foundation.identity);
      const { session } = await sessions.start({ accountId, method: 'email', userAgent: 'npm run admin' });
      return mintLocalSessionToken(folder, foundation, session);
    },
    rotateSigningKeys: () => rotateLocalSigning(folder, foundation.clock()),
    close: storage.close,
  };
}

function stageOperations(foundation: StageFoundation): Operations {
  return {
    ...bookkeeping(foundation),
    ...upstreamReports(foundation, foundation.upstream),
    operator: foundation.operator,
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
    close: async () => {},
  };
}

/** What works on the tables alone, wherever they are: the proof that the money is right, and changes of shape. */
export function bookkeeping({
  documents,
  tables,
  clock,
  call,
}: Pick<LocalFoundation, 'documents' | 'tables' | 'clock' | 'call'>) {
  const reconciler = createReconciler({ documents, tables, clock });
  const sweeper = createSweeper({ documents, tables, clock });
  return {
    sweep: () => sweeper.sweepAll(),
    restore: (order: RestoreOrder) => restoreItems({ documents, tables }, order),
    migrate: (order: MigrationOrder) => migrate({ documents, tables }, order),
    async reconcile(accountId: string | undefined): Promise<Proof> {
      const accounts: Reconciliation[] = [];
      if (accountId !== undefined) accounts.push(await reconciler.reconcile(accountId));
      else
        for await (const account of call.accounts.list())
          accounts.push(await reconciler.reconcile(account.accountId));
      return { proven: accounts.every(({ proven }) => proven), accounts };
    },
  };
}
