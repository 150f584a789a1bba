import { PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Foundation } from '#functions/foundation.ts';
import { createAnswerArchive } from '#shared/callers/answers/answer-archive.ts';
import { recentSeconds } from '#shared/callers/answers/recent-answers.ts';
import { currentItem } from '#shared/platform/dynamo/documents.ts';
import { idAt } from '#shared/platform/ids.ts';

const dayMs = 86_400_000;
/** After its day is over: the last calls end, and their answers are kept, some minutes into the next. */
const graceMs = 3_600_000;
/** A run ends this long after it began, before its function does. */
const runMs = 780_000;
const atOnce = 16;

/** How far the answers are in files: a day, as its number since 1970, and the last account of it that is done. */
const packingMark = v.object({ day: v.number(), after: v.optional(v.string()) });
type PackingMark = v.InferOutput<typeof packingMark>;

type Places = Pick<Foundation, 'documents' | 'tables' | 'objects' | 'clock' | 'logger'>;

/** Called by the schedule of its contract; gives how many files it wrote. */
export function packAnswers(foundation: Places): () => Promise<{ readonly files: number }> {
  return async () => {
    const { clock, logger } = foundation;
    const marks = markOf(foundation);
    const endsAt = clock() + runMs;
    let files = 0;
    let mark = await marks.read();
    while ((mark.day + 1) * dayMs + graceMs <= clock() && clock() < endsAt) {
      const done = await packDay(foundation, mark, endsAt);
      await marks.save(done.mark);
      files += done.files;
      mark = done.mark;
    }
    if (files > 0) logger.info('answers packed', { files });
    return { files };
  };
}

/** The rest of a day, as far as the time allows; where the next run goes on. */
async function packDay(
  foundation: Places,
  { day, after }: PackingMark,
  endsAt: number,
): Promise<{ readonly mark: PackingMark; readonly files: number }> {
  const { clock } = foundation;
  const archive = createAnswerArchive(foundation);
  const span = { from: idAt('req', day * dayMs), to: idAt('req', (day + 1) * dayMs) };
  const packOne = async (accountId: string) => {
    const keys = await archive.pack(accountId, span);
    // Deleted meanwhile: what was written after its answers went goes as well.
    if (keys.length > 0 && (await isClosing(foundation, accountId)))
      await Promise.all(keys.map((key) => foundation.objects.delete(key)));
    return keys.length;
  };
  let files = 0;
  for await (const group of groupsOf(accountsBehind(foundation, after))) {
    const counts = await Promise.all(group.map(packOne));
    files += counts.reduce((sum, count) => sum + count, 0);
    if (clock() >= endsAt) return { mark: { day, after: group.at(-1) }, files };
  }
  return { mark: { day: day + 1 }, files };
}

/** Ids of all accounts behind one of them, in the order of the table. */
async function* accountsBehind({ documents, tables }: Places, after: string | undefined) {
  const startingToken = after === undefined ? undefined : { account_id: after };
  const scan = { TableName: tables.accounts, ProjectionExpression: 'account_id' };
  // Its sub-accounts have longer ones.
  for await (const { Items = [] } of paginateScan({ client: documents, startingToken }, scan))
    for (const { account_id: id } of v.parse(v.array(withAccountId), Items))
      if (/^acct_[0-9a-z]{26}$/u.test(id)) yield id;
}

async function* groupsOf(accounts: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let group: string[] = [];
  for await (const accountId of accounts) {
    group.push(accountId);
    if (group.length < atOnce) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

const withAccountId = v.object({ account_id: v.string() });

async function isClosing({ documents, tables }: Places, account_id: string): Promise<boolean> {
  const account = await currentItem(documents, tables.accounts, { account_id });
  return account === undefined || account.closing === true;
}

/** Beside the answers, in a partition that no account has. */
function markOf({ documents, tables, clock }: Places) {
  const TableName = tables.usage;
  const key = { account_id: 'answers#', id: 'packed' };
  return {
    /** Where none is written, the first day of which an answer may still be there. */
    async read(): Promise<PackingMark> {
      const item = await currentItem(documents, TableName, key);
      const oldest = Math.floor((clock() - recentSeconds * 1_000) / dayMs);
      return item ? v.parse(packingMark, item) : { day: oldest };
    },
    async save(mark: PackingMark): Promise<void> {
      await documents.send(new PutCommand({ TableName, Item: { ...key, ...mark } }));
    },
  };
}
