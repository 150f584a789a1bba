import { BatchWriteCommand, type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { createCreditEntries } from '#shared/money/ledger/dynamo-credit-entries.ts';
import { reportedItem, type UsageItem } from '#shared/money/usage/usage-item.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';
import { idAt } from '#shared/platform/ids.ts';
import { createRandom } from '../random.ts';
import { callReport } from './ledger.ts';

interface MonthPlan {
  readonly documents: DynamoDBDocumentClient;
  readonly tables: TableNames;
  /** First moment of the month. */
  readonly since: number;
  readonly days: number;
  readonly accounts: number;
  readonly records: number;
  readonly seed: number;
}

/** What was put into the tables, counted on the way. */
export interface GeneratedMonth {
  readonly accounts: readonly { accountId: string; granted: number; spent: number; calls: number }[];
  readonly upstreamCostMicroUsd: number;
}

const tools = ['inspect_domain', 'research_keywords', 'audit_site', null] as const;
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** A month of calls on many accounts: charged, void and free ones, with the balances that follow from them. */
export async function generateMonth(plan: MonthPlan): Promise<GeneratedMonth> {
  const { documents, tables, since, seed } = plan;
  const random = createRandom(seed);
  const clock = () => since + 1_000;
  const repository = createAccountRepository({ documents, tables, clock });
  const entries = createCreditEntries({ documents, tables, clock });
  const accounts: { accountId: string; granted: number; spent: number; calls: number }[] = [];
  for (let index = 0; index < plan.accounts; index += 1) {
    const accountId = `${idAt('acct', since)}${suffix(random)}`;
    await repository.create({ accountId, email: `owner${index}@example.com` });
    const granted = 1_000 + Math.floor(random() * 1_000);
    await entries.grant({ accountId, entryId: 'grant:opening', kind: 'grant', credits: granted });
    accounts.push({ accountId, granted, spent: 0, calls: 0 });
  }
  let upstreamCostMicroUsd = 0;
  const batch: UsageItem[] = [];
  for (let index = 0; index < plan.records; index += 1) {
    const account = accounts[Math.floor(random() ** 2 * accounts.length)];
    if (!account) throw new Error('There is no account.');
    const item = randomCall(plan, account.accountId, random);
    account.spent += item.credits_charged;
    account.calls += 1;
    upstreamCostMicroUsd += item.upstream_cost_micro_usd;
    batch.push(item);
    if (batch.length === 25) await flush(documents, tables.usage, batch);
  }
  await flush(documents, tables.usage, batch);
  for (const { accountId, spent } of accounts) {
    await documents.send(
      new UpdateCommand({
        TableName: tables.accounts,
        Key: { account_id: accountId },
        UpdateExpression: 'SET balance = balance - :spent, spent = :spent',
        ExpressionAttributeValues: { ':spent': spent },
      }),
    );
  }
  return { accounts, upstreamCostMicroUsd };
}

function randomCall({ since, days }: MonthPlan, accountId: string, random: () => number): UsageItem {
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
