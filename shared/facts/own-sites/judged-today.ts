import type { IndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import { type ConsoleHead, todaysRules } from './console-items.ts';
import type { Judgement } from './judge-import.ts';

/** The head of an import as today's rules judge it, with what they say beside it where it is stored by older ones. */
export interface JudgedHead extends ConsoleHead {
  readonly judgement?: Judgement;
}

/** A process judges an import of older rules once: what is stored of it changes with the next import, names or faults. */
const judged = new Map<string, Promise<Judgement>>();
const mostJudged = 50;

export async function judgedToday(
  table: IndexReader,
  accountId: string,
  head: ConsoleHead,
  others: readonly ConsoleHead[],
): Promise<JudgedHead> {
  if (head.rules === todaysRules) return head;
  const key = `${accountId} ${head.import_id}`;
  const known = judged.get(key);
  if (judged.size >= mostJudged) judged.clear();
  const judging = known ?? judgeAgain(table, accountId, head, others);
  judged.set(key, judging);
  try {
    const judgement = await judging;
    return { ...judgement.head, judgement };
  } catch (error) {
    judged.delete(key);
    throw error;
  }
}

async function judgeAgain(
  table: IndexReader,
  accountId: string,
  head: ConsoleHead,
  others: readonly ConsoleHead[],
): Promise<Judgement> {
  const before = others.find(({ import_id }) => import_id === head.compared_with);
  return (await import('./judge-import.ts')).judgementOf(table, accountId, head, { before });
}
