import { BatchWriteCommand, type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { createCreditEntries } from '#shared/money/ledger/credit-entries.ts';
import { reportedItem, type UsageItem } from '#shared/money/usage/usage-item.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';
import { idAt } from '#shared/platform/ids.ts';
import { createRandom } from '../random.ts';
import { callReport } from './ledger.ts';

interface CallPlan {
  /** First moment of the month. */
  readonly since: number;
  readonly days: number;
  readonly accounts: number;
  readonly records: number;
  readonly seed: number;
}

interface MonthPlan extends CallPlan {
  readonly documents: DynamoDBDocumentClient;
  readonly tables: TableNames;
}

interface GeneratedAccount {
  readonly accountId: string;
  readonly granted: number;
  spent: number;
  calls: number;
}

/** What was put into the tables, counted on the way. */
export interface GeneratedMonth {
  readonly accounts: readonly Readonly<GeneratedAccount>[];
  readonly upstreamCostMicroUsd: number;
}

const tools = ['inspect_domain', 'research_keywords', 'audit_site', null] as const;
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** A month of calls on many accounts: charged, void and free ones, with the balances that follow from them. */
export async function generateMonth(plan: MonthPlan): Promise<GeneratedMonth> {
  const { documents, tables } = plan;
  const month = planMonth(plan);
  const batch: UsageItem[] = [];
  for (const item of month.calls()) {
    batch.push(item);
    if (batch.length === 25) await flush(documents, tables.usage, batch);
  }
  await flush(documents, tables.usage, batch);
  await openAccounts(plan, month.generated.accounts);
  return month.generated;
}

/** The accounts of a month and its calls, which are counted as they are taken. */
export function planMonth(plan: CallPlan) {
  const random = createRandom(plan.seed);
  const accounts = Array.from(
    { length: plan.accounts },
    (): GeneratedAccount => ({
      accountId: `${idAt('acct', plan.since)}${suffix(random)}`,
      granted: 1_000 + Math.floor(random() * 1_000),
      spent: 0,
      calls: 0,
    }),
  );
  const generated = { accounts, upstreamCostMicroUsd: 0 };
  function* calls(): Generator<UsageItem> {
    for (let index = 0; index < plan.records; index += 1) {
      const account = accounts[Math.floor(random() ** 2 * accounts.length)];
      if (!account) throw new Error('There is no account.');
      const item = randomCall(plan, account.accountId, random);
      account.spent += item.credits_charged;
      account.calls += 1;
      generated.upstreamCostMicroUsd += item.upstream_cost_micro_usd;
      yield item;
    }
  }
  return { generated, calls };
}

/** Opens these accounts with what they were granted, less what they spent. */
export async function openAccounts(
  { documents, tables, since }: Pick<MonthPlan, 'documents' | 'tables' | 'since'>,
  accounts: GeneratedMonth['accounts'],
): Promise<void> {
  const clock = () => since + 1_000;
  const repository = createAccountRepository({ documents, tables, clock });
  const entries = createCreditEntries({ documents, tables, clock });
  for (const [index, { accountId, granted, spent }] of accounts.entries()) {
    await repository.create({ accountId, email: `owner${index}@example.com` });
    await entries.grant({ accountId, entryId: 'grant:opening', kind: 'grant', credits: granted });
    await documents.send(
      new UpdateCommand({
        TableName: tables.accounts,
        Key: { account_id: accountId },
        UpdateExpression: 'SET balance = balance - :spent, spent = :spent',
        ExpressionAttributeValues: { ':spent': spent },
      }),
    );
  }
}

function randomCall({ since, days }: CallPlan, accountId: string, random: () => number): UsageItem {
  const time = since + Math.floor(random() * days * 86_400_000);
  const id = `${idAt('use', time)}${suffix(random)}`;
  const tool = tools[Math.floor(random() * tools.length)] ?? null;
  const failed = random() < 0.1;
  const report = callReport(accountId, {
    requestId: `req_${suffix(random)}`,
    tool,
    endpoint: tool ? `/v1/tools/${tool}` : '/v1/me',
    statusCode: failed ? 502 : 200,
    responseTimeMs: Math.floor(random() * 9_000),
    upstreamCostMicroUsd: tool ? Math.floor(random() * 20_000) : 0,
    cacheHit: random() < 0.3,
    errorType: failed ? 'upstream_error' : null,
    errorMessage: failed ? '=HYPERLINK("https://evil.example", "it said ""no""")\nand, more' : null,
  });
  if (!tool) return reportedItem(id, report, 'free', 0);
  return failed
    ? reportedItem(id, report, 'void', 0)
    : reportedItem(id, report, 'charged', 1 + Math.floor(random() * 5));
}

function suffix(random: () => number): string {
  return Array.from({ length: 16 }, () => alphabet.charAt(Math.floor(random() * 32))).join('');
}

async function flush(documents: DynamoDBDocumentClient, table: string, batch: UsageItem[]): Promise<void> {
  if (batch.length === 0) return;
  const requests = batch.splice(0).map((Item) => ({ PutRequest: { Item } }));
  await documents.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
}
