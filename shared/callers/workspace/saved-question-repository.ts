import * as v from 'valibot';
import { type CamelCased, camelCased } from '#shared/platform/casing.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { setAll } from '#shared/platform/dynamo/conditional-change.ts';
import { changeItem, removeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { newId } from '#shared/platform/ids.ts';
import * as identityKeys from '../identity/identity-keys.ts';
import { type IdentityTable, listItems, putItem, readItem } from '../identity/identity-table.ts';
import { scheduleEntries } from './schedule-item.ts';

const questionItem = v.object({
  account_id: v.string(),
  question_id: v.string(),
  name: v.string(),
  tool: v.string(),
  /** What the tool is sent, checked against its contract. */
  arguments: v.record(v.string(), v.unknown()),
  created_at: v.string(),
  /** How it is asked again each week, where it is, and the outcome of the latest week in which it was due. */
  ...scheduleEntries,
});
type QuestionItem = v.InferOutput<typeof questionItem>;

/** A question that an account keeps under a name, to be asked again. */
export type SavedQuestion = Omit<CamelCased<QuestionItem>, 'accountId'>;

export type SavedQuestionRepository = ReturnType<typeof createSavedQuestionRepository>;

export function createSavedQuestionRepository(table: IdentityTable) {
  return {
    async save(
      accountId: string,
      { name, tool, arguments: asked }: Pick<SavedQuestion, 'name' | 'tool' | 'arguments'>,
    ): Promise<SavedQuestion> {
      const now = table.clock();
      const stored: QuestionItem = {
        account_id: accountId,
        question_id: newId('question', now),
        name,
        tool,
        arguments: { ...asked },
        created_at: isoTime(now),
      };
      await putItem(table, identityKeys.savedQuestion(accountId, stored.question_id), stored);
      return toQuestion(stored);
    },

    /** Newest first. */
    async list(accountId: string): Promise<readonly SavedQuestion[]> {
      const found = await listItems(table, questionItem, identityKeys.savedQuestion(accountId, ''));
      return found.map(toQuestion);
    },

    async find(accountId: string, questionId: string): Promise<SavedQuestion | undefined> {
      const key = identityKeys.savedQuestion(accountId, questionId);
      const found = await readItem(table, questionItem, key);
      return found && toQuestion(found);
    },

    /** The renamed question; undefined where there is none. */
    async rename(accountId: string, questionId: string, name: string): Promise<SavedQuestion | undefined> {
      const changed = await changeItem(table, identityKeys.savedQuestion(accountId, questionId), {
        checks: [{ test: 'equals', path: ['question_id'], value: questionId }],
        steps: setAll({ name }),
      });
      return changed && parseQuestion(changed);
    },

    /** False where there is none. The answers stay. */
    async forget(accountId: string, questionId: string): Promise<boolean> {
      return (await removeItem(table, identityKeys.savedQuestion(accountId, questionId))) !== undefined;
    },
  };
}

/** A question from the attributes of its item. */
export function parseQuestion(item: unknown): SavedQuestion {
  return toQuestion(v.parse(questionItem, item));
}

function toQuestion({ account_id: _, ...stored }: QuestionItem): SavedQuestion {
  return camelCased(stored);
}
