import * as v from 'valibot';
import { isoTime } from '#shared/platform/clock.ts';
import { setAll } from '#shared/platform/dynamo/conditional-change.ts';
import { changeItem, removeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { newId } from '#shared/platform/ids.ts';
import * as identityKeys from '../identity/identity-keys.ts';
import { type IdentityTable, listItems, putItem, readItem } from '../identity/identity-table.ts';
import { type Asking, type Schedule, scheduleEntries } from './schedule-item.ts';

const questionItem = v.object({
  account_id: v.string(),
  question_id: v.string(),
  name: v.string(),
  tool: v.string(),
  arguments: v.record(v.string(), v.unknown()),
  created_at: v.string(),
  ...scheduleEntries,
});
type QuestionItem = v.InferOutput<typeof questionItem>;

/** A question that an account keeps under a name, to be asked again. */
export interface SavedQuestion {
  readonly questionId: string;
  readonly name: string;
  readonly tool: string;
  /** What the tool is sent, checked against its contract. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly createdAt: string;
  /** How it is asked again each week; undefined where it is not. */
  readonly schedule: Schedule | undefined;
  /** What became of the latest week in which it was due. */
  readonly asking: Asking | undefined;
}

export interface SavedQuestionRepository {
  save(
    accountId: string,
    question: Pick<SavedQuestion, 'name' | 'tool' | 'arguments'>,
  ): Promise<SavedQuestion>;
  /** Newest first. */
  list(accountId: string): Promise<readonly SavedQuestion[]>;
  find(accountId: string, questionId: string): Promise<SavedQuestion | undefined>;
  /** The renamed question; undefined where there is none. */
  rename(accountId: string, questionId: string, name: string): Promise<SavedQuestion | undefined>;
  /** False where there is none. The answers stay. */
  forget(accountId: string, questionId: string): Promise<boolean>;
}

export function createSavedQuestionRepository(table: IdentityTable): SavedQuestionRepository {
  return {
    async save(accountId, { name, tool, arguments: asked }) {
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

    async list(accountId) {
      const found = await listItems(table, questionItem, identityKeys.savedQuestion(accountId, ''));
      return found.map(toQuestion);
    },

    async find(accountId, questionId) {
      const key = identityKeys.savedQuestion(accountId, questionId);
      const found = await readItem(table, questionItem, key);
      return found && toQuestion(found);
    },

    async rename(accountId, questionId, name) {
      const changed = await changeItem(table, identityKeys.savedQuestion(accountId, questionId), {
        checks: [{ test: 'equals', path: ['question_id'], value: questionId }],
        steps: setAll({ name }),
      });
      return changed && parseQuestion(changed);
    },

    async forget(accountId, questionId) {
      return (await removeItem(table, identityKeys.savedQuestion(accountId, questionId))) !== undefined;
    },
  };
}

/** A question from the attributes of its item. */
export function parseQuestion(item: unknown): SavedQuestion {
  return toQuestion(v.parse(questionItem, item));
}

function toQuestion(stored: QuestionItem): SavedQuestion {
  return {
    questionId: stored.question_id,
    name: stored.name,
    tool: stored.tool,
    arguments: stored.arguments,
    createdAt: stored.created_at,
    schedule: stored.schedule,
    asking: stored.asking,
  };
}
