import { type Foundation, serviceSecrets } from '#functions/foundation.ts';
import { createAccountDirectory } from '#shared/callers/identity/account-directory.ts';
import { createHandOver } from '#shared/callers/identity/hand-over.ts';
import type { ApiCredential } from '#shared/contract/credentials.ts';
import type { Feature } from '#shared/contract/tool.ts';
import type { CallView } from '#shared/contract/usage-record.ts';
import type { AccountDraft, RateLimits } from '#shared/money/accounts/account-item.ts';
import {
  type AccountRepository,
  createAccountHolders,
  createAccountRepository,
} from '#shared/money/accounts/account-repository.ts';
import { createKeyPlaces, issueApiKey } from '#shared/money/accounts/api-keys.ts';
import { toApiCredential } from '#shared/money/accounts/credential.ts';
import { createCredentialRepository } from '#shared/money/accounts/credential-repository.ts';
import { type Account, type KeyLimits, noKeyLimits } from '#shared/money/accounts/principal.ts';
import { createCreditEntries, type LedgerEntry } from '#shared/money/ledger/credit-entries.ts';
import { createUsageLog, type UsageLog } from '#shared/money/usage/usage-log.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';

type OperatorFoundation = Pick<Foundation, 'documents' | 'tables' | 'clock' | 'readSecret'>;
type OperatorParts = ReturnType<typeof operatorParts>;

export interface AccountOrder extends AccountDraft {
  readonly credits: number;
}

export interface KeyOrder {
  readonly accountId: string;
  readonly name: string;
  readonly expiresAt?: string | undefined;
  readonly limits?: Partial<KeyLimits>;
  readonly isTest?: boolean;
}

export interface AccountView {
  readonly account_id: string;
  readonly email: string;
  readonly status: Account['status'];
  readonly balance: number;
  readonly open_holds: number;
  readonly features: readonly Feature[];
  /** Whether it is answered from the sample market, as a reviewer's is. */
  readonly sample_data: boolean;
  readonly rate_limits: RateLimits;
  readonly max_concurrent_calls: number;
  readonly created_at: string;
}

function operatorParts(foundation: OperatorFoundation) {
  const { documents, tables, clock } = foundation;
  const accounts = createAccountRepository({ documents, tables, clock });
  const identity = { documents, name: tables.identity, clock };
  const credentials = createCredentialRepository(documents, tables.credentials);
  const places = createKeyPlaces(documents, tables.credentials, credentials);
  return {
    accounts,
    credentials,
    places,
    directory: createAccountDirectory(identity, accounts),
    give: createHandOver(identity, accounts, createAccountHolders({ documents, tables })),
    entries: createCreditEntries({ documents, tables, clock }),
    clock,
    issueKey: async (order: Parameters<typeof issueApiKey>[1]) =>
      issueApiKey({ credentials, places, secrets: await serviceSecrets(foundation) }, order, clock()),
  };
}

/** What the people who run the service do by hand. */
export type Operator = ReturnType<typeof openOperator>;

export function openOperator(foundation: OperatorFoundation) {
  const parts = operatorParts(foundation);
  const { accounts, credentials, places, clock, issueKey } = parts;
  const change = async (...args: Parameters<AccountRepository['update']>) =>
    view(await accounts.update(...args));
  return {
    /** Opens an account (one per address) with a first key. The key is shown here only. */
    createAccount: (order: AccountOrder) => createAccount(parts, order),
    /** An account to try the service with; whatever an earlier, cut-off attempt has made of it is used again. */
    openDemo: (email: string, credits: number) => openDemo(parts, email, credits),
    /** Whether the address still leads to this account: deleting an account frees its address. */
    ownsAddress: async (accountId: string, email: string): Promise<boolean> =>
      (await parts.directory.findId(email)) === accountId,
    /** Gives credits; the same reference is applied once. A negative number takes them back. */
    grant: (accountId: string, credits: number, reference: string | undefined): Promise<LedgerEntry> =>
      grant(parts, accountId, credits, reference),
    /** Gives the account to one of its people who has accepted; its owner stays one of them, as a member. */
    handOver: (accountId: string, email: string): Promise<AccountView> => handOver(parts, accountId, email),
    setStatus: (accountId: string, status: Account['status']) => change(accountId, { status }),
    setRates: (accountId: string, rateLimits: RateLimits) => change(accountId, { rateLimits }),
    setConcurrency: (accountId: string, maxConcurrentCalls: number): Promise<AccountView> =>
      change(accountId, { maxConcurrentCalls }),
    async setFeature(accountId: string, feature: Feature, enabled: boolean): Promise<AccountView> {
      const { features } = await accounts.get(accountId);
      const wanted = new Set(features);
      if (enabled) wanted.add(feature);
      else wanted.delete(feature);
      return change(accountId, { features: wanted });
    },
    show: async (accountId: string): Promise<AccountView> => view(await accounts.get(accountId)),
    async list(): Promise<readonly AccountView[]> {
      const views: AccountView[] = [];
      for await (const account of accounts.list()) views.push(view(account));
      return views.toSorted((a, b) => (a.account_id < b.account_id ? -1 : 1));
    },
    /** The call of any account, by its request id; asks every account where none is named. */
    showCall: (requestId: string, accountId: string | undefined) =>
      findCall(
        createUsageLog(foundation),
        requestId,
        accountId === undefined ? accounts.list() : [{ accountId }],
      ),
    async createKey({
      accountId,
      name,
      expiresAt,
      limits,
      isTest = false,
    }: KeyOrder): Promise<{ key: string; api_credential: ApiCredential }> {
      await accounts.get(accountId);
      const kept = { ...noKeyLimits, ...limits };
      const order = { accountId, name, expiresAt: expiresAt ?? null, limits: kept, isTest };
      const { key, credential } = await issueKey(order);
      return { key, api_credential: toApiCredential(credential, clock()) };
    },
    async revokeKey(accountId: string, credentialId: string): Promise<ApiCredential> {
      const revoked = await credentials.revoke(accountId, credentialId, clock());
      if (!revoked) throw new ServiceError('not_found', `${accountId} has no credential ${credentialId}.`);
      await places.free(accountId, credentialId);
      return toApiCredential(revoked, clock());
    },
  };
}

/** Credits that an account is opened with: once, however often they are given. */
export const giveOpening = (
  { grant: give }: Pick<OperatorParts['entries'], 'grant'>,
  accountId: string,
  credits: number,
  note: string,
) => give({ accountId, entryId: 'grant:opening', kind: 'grant', credits, note });

const accountsAtOnce = 32;

async function findCall(
  log: UsageLog,
  requestId: string,
  accounts: AsyncIterable<Pick<Account, 'accountId'>> | Iterable<Pick<Account, 'accountId'>>,
): Promise<CallView> {
  const asking: Promise<CallView | undefined>[] = [];
  const found = async () => (await Promise.all(asking.splice(0))).find((call) => call !== undefined);
  for await (const { accountId } of accounts) {
    asking.push(log.find(accountId, requestId));
    const call = asking.length < accountsAtOnce ? undefined : await found();
    if (call) return call;
  }
  const call = await found();
  if (call) return call;
  throw new ServiceError(
    'not_found',
    `No call ${requestId} is recorded: its caller was not recognized, or it began in the last two minutes.`,
  );
}

async function grant(
  { accounts, entries, clock }: OperatorParts,
  accountId: string,
  credits: number,
  reference: string | undefined,
): Promise<LedgerEntry> {
  await accounts.get(accountId);
  const draft = {
    accountId,
    entryId: `grant:${reference ?? newId('entry', clock())}`,
    kind: credits > 0 ? ('grant' as const) : ('adjustment' as const),
    credits: Math.abs(credits),
    ...(reference !== undefined && { reference }),
  };
  return credits > 0 ? entries.grant(draft) : entries.clawBack(draft);
}

async function handOver(
  { accounts, give }: OperatorParts,
  accountId: string,
  email: string,
): Promise<AccountView> {
  const given = await give({ account: await accounts.get(accountId), email });
  if (given === 'gone')
    throw new ServiceError(
      'not_found',
      `${email} has not accepted an invitation to this account, or owns it already. Its owner invites people in the dashboard.`,
    );
  if (given === 'changed')
    throw new ServiceError(
      'conflict',
      'The account changed hands at the same moment. Nothing was changed; look who owns it, and try again.',
    );
  return view(given);
}

async function createAccount(
  { accounts, directory, entries, issueKey }: OperatorParts,
  { email, credits, features = [], rateLimits, maxConcurrentCalls }: AccountOrder,
): Promise<{ account_id: string; api_key: string }> {
  if (await directory.findId(email))
    throw new ServiceError('validation_error', `There is an account for ${email} already.`);
  const { accountId } = await directory.open(email);
  await accounts.update(accountId, {
    features,
    ...(rateLimits && { rateLimits }),
    ...(maxConcurrentCalls !== undefined && { maxConcurrentCalls }),
  });
  if (credits > 0) await giveOpening(entries, accountId, credits, 'Opening credits');
  const { key } = await issueKey({ accountId, name: 'First key' });
  return { account_id: accountId, api_key: key };
}

async function openDemo(
  { directory, entries, issueKey }: OperatorParts,
  email: string,
  credits: number,
): Promise<{ account_id: string; api_key: string }> {
  const { accountId } = await directory.open(email);
  await giveOpening(entries, accountId, credits, 'Demo credits');
  const { key } = await issueKey({ accountId, name: 'Demo key' });
  return { account_id: accountId, api_key: key };
}

function view(account: Account): AccountView {
  return {
    account_id: account.accountId,
    email: account.email,
    status: account.status,
    balance: account.balance,
    open_holds: account.openHolds,
    features: [...account.features],
    sample_data: account.snapshot.sample_data ?? false,
    rate_limits: account.rateLimits,
    max_concurrent_calls: account.maxConcurrentCalls,
    created_at: account.createdAt,
  };
}
