import { type Foundation, serviceSecrets, signingMaterial, upstreamAccount } from '#functions/foundation.ts';
import { openDataFolder, runningOrigin } from '#local/data/data-folder.ts';
import { shareStorage } from '#local/data/storage.ts';
import { createLocalFoundation, rotateLocalSigning } from '#local/foundation.ts';
import { readSettings } from '#local/settings.ts';
import { createAccountDirectory } from '#shared/callers/identity/account-directory.ts';
import { sha256 } from '#shared/callers/identity/identity-table.ts';
import { createReviewCodes, type ReviewCode } from '#shared/callers/identity/review-codes.ts';
import { createSessionRepository } from '#shared/callers/identity/session-repository.ts';
import { mintSessionToken, sessionTokenSeconds } from '#shared/callers/identity/session-token.ts';
import { createPublishedKeys, publicKeysOf } from '#shared/callers/identity/signing-keys.ts';
import { checkUpstream } from '#shared/facts/provider/check-upstream.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { createCreditEntries } from '#shared/money/ledger/credit-entries.ts';
import { createReconciler, type Reconciliation } from '#shared/money/ledger/reconciler.ts';
import { createSweeper } from '#shared/money/ledger/sweeper.ts';
import { createMarginReader, type MarginRange, tallyHere } from '#shared/money/margin/margin.ts';
import { createUsageLog } from '#shared/money/usage/usage-log.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { type RestoreOrder, restoreItems } from '#shared/platform/dynamo/restore-items.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { createLogger } from '#shared/platform/logger.ts';
import { migrations } from '#shared/platform/migrations/migrations.ts';
import { type MigrationCounts, runMigration } from '#shared/platform/migrations/run-migration.ts';
import { giveOpening, openOperator } from './operator.ts';
import { type AdminFoundation, openStageFoundation } from './stage-foundation.ts';
import { openTexts } from './texts.ts';

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
    createSession: refused(
      'Sessions of a deployed stage begin by signing in; this works on one machine only.',
    ),
    rotateSigningKeys: refused(
      'A deployed stage rotates by itself; docs/operations.md says how to rotate it at once.',
    ),
    syncSite: refused('A deployed stage syncs every minute what is due; this works on one machine only.'),
    close: async () => foundation.documents.destroy(),
  };
}

const refused = (message: string) => () => Promise.reject(new ServiceError('validation_error', message));

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

interface ReviewerOrder {
  readonly days: number;
  /** Given when the account is opened, and all that it can spend. */
  readonly credits: number;
}

interface ReviewerView {
  readonly account_id: string;
  readonly email: string;
  readonly created_at: string;
  readonly expires_at: string;
}

const daySeconds = 86_400;

/** The accounts of those who review the service for a directory, on the tables of one machine or of one stage. */
function openReviewers(foundation: AdminFoundation) {
  const { documents, tables, clock } = foundation;
  const table = { documents, name: tables.identity, clock };
  const accounts = createAccountRepository({ documents, tables, clock });
  const directory = createAccountDirectory(table, accounts);
  const entries = createCreditEntries({ documents, tables, clock });
  const openCodes = async () => createReviewCodes(table, await serviceSecrets(foundation));
  return {
    /** Opens the account at the first call for an address. The code is shown here only. */
    async create(
      email: string,
      { days, credits }: ReviewerOrder,
    ): Promise<ReviewerView & { code: string; balance: number }> {
      const known = await directory.findId(email);
      const former = known === undefined ? undefined : await accounts.find(known);
      if (former && !former.snapshot.sample_data)
        throw new ServiceError(
          'validation_error',
          `${email} has an account of its own already. Use another address.`,
        );
      const { accountId } = await directory.open(email);
      await accounts.update(accountId, { hasSampleData: true, status: 'active' });
      if (credits > 0) await giveOpening(entries, accountId, credits, 'Review credits');
      const code = await (await openCodes()).issue(email, accountId, days * daySeconds);
      const { balance } = await accounts.get(accountId);
      return { ...view(code), code: code.code, balance };
    },
    list: async (): Promise<readonly ReviewerView[]> => (await (await openCodes()).list()).map(view),
    async revoke(accountId: string): Promise<{ account_id: string; status: string; ended_sessions: number }> {
      const { email, snapshot } = await accounts.get(accountId);
      if (!snapshot.sample_data)
        throw new ServiceError('not_found', `${accountId} is no reviewer's account.`);
      await (await openCodes()).revoke(email);
      const { status } = await accounts.update(accountId, { status: 'suspended' });
      const sessions = createSessionRepository(table, accounts);
      const open = await sessions.list(accountId);
      for (const { sessionId } of open) await sessions.end(accountId, sessionId);
      return { account_id: accountId, status, ended_sessions: open.length };
    },
  };
}

function view({ accountId, email, createdAt, expiresAt }: ReviewCode): ReviewerView {
  return {
    account_id: accountId,
    email,
    created_at: createdAt,
    expires_at: isoTime(expiresAt * 1000),
  };
}

interface MigrationOrder {
  readonly isDryRun: boolean;
  /** One migration by its id; all of them, oldest first, where it is undefined. */
  readonly only: string | undefined;
  /** Where an earlier run of `only` was stopped. */
  readonly position: string | undefined;
}

interface MigrationReport extends MigrationCounts {
  readonly migration: string;
  readonly summary: string;
  readonly dry_run: boolean;
}

/** Runs migrations on the tables of one machine or one stage; says on stderr how far it has come. */
async function migrate(
  { documents, tables }: Pick<AdminFoundation, 'documents' | 'tables'>,
  { isDryRun, only, position }: MigrationOrder,
): Promise<readonly MigrationReport[]> {
  const wanted = migrations.filter(({ id }) => only === undefined || id === only);
  if (only !== undefined && wanted.length === 0)
    throw new ServiceError('validation_error', `There is no migration ${only}.`);
  if (position !== undefined && only === undefined)
    throw new ServiceError('validation_error', '--from belongs to one migration: name it with --only.');
  const reports: MigrationReport[] = [];
  for (const migration of wanted) {
    const counts = await runMigration({ documents, tables }, migration, {
      isDryRun,
      position,
      reached: (next, { scanned, changed }) => {
        const goOn = next === undefined ? '' : ` --only ${migration.id} --from ${next}`;
        process.stderr.write(`${migration.id}: ${scanned} items, ${changed} changed${goOn}\n`);
      },
    });
    reports.push({ migration: migration.id, summary: migration.summary, dry_run: isDryRun, ...counts });
  }
  return reports;
}

/** What the operator asks about the provider and its cost, wherever the tables are. */
function upstreamReports(foundation: AdminFoundation) {
  const { documents, tables, clock } = foundation;
  const accounts = createAccountRepository({ documents, tables, clock });
  const reader = createMarginReader({ accounts, runner: tallyHere(createUsageLog({ documents, tables })) });
  return {
    checkUpstream: () =>
      checkUpstream({ documents, tables, clock, upstream: () => upstreamAccount(foundation) }),
    /** What each tool earned and cost in a month such as `2026-11`, on a day such as `2026-11-20`, or in all that is kept. */
    margin: async (period: string | undefined) => reader.between(period === undefined ? {} : rangeOf(period)),
  };
}

const monthPattern = /^(\d{4})-(0[1-9]|1[0-2])$/u;
const dayPattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/u;
const dayMs = 86_400_000;

/** Months and days are those of UTC. */
function rangeOf(period: string): MarginRange {
  const [, year, month] = monthPattern.exec(period) ?? [];
  if (year !== undefined && month !== undefined)
    return {
      since: Date.UTC(Number(year), Number(month) - 1, 1),
      until: Date.UTC(Number(year), Number(month), 1),
    };
  const since = Date.parse(period);
  // The parser takes the 31st of any month for the 1st of the next.
  const isDay = dayPattern.test(period) && new Date(since).toISOString().startsWith(period);
  if (isDay) return { since, until: since + dayMs };
  throw new ServiceError(
    'validation_error',
    'A period is a month such as 2026-11 or a day such as 2026-11-20.',
  );
}
