import { createHash, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { PauseReason, Weekday } from '#shared/contract/workspace.ts';
import { isoTime } from '#shared/platform/clock.ts';
import type { Item, Step, Test } from '#shared/platform/dynamo/conditional-change.ts';
import { changeItem, removeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import * as identityKeys from '../identity/identity-keys.ts';
import { type IdentityTable, listItems, putItem } from '../identity/identity-table.ts';
import {
  createSavedQuestionRepository,
  parseQuestion,
  type SavedQuestion,
} from './saved-question-repository.ts';
import type { Asking, Schedule, Slot } from './schedule-item.ts';

const dueItem = v.object({
  account_id: v.string(),
  question_id: v.string(),
  /** Milliseconds since 1970. */
  made_at: v.number(),
});

/** A question as the hour in which it is due names it. */
export interface DueQuestion {
  readonly accountId: string;
  readonly questionId: string;
  readonly slot: Slot;
  readonly madeAt: number;
}

/** What an owner agrees to. */
interface ScheduleTerms {
  readonly day: Weekday;
  /** Credits a calendar month (UTC). */
  readonly monthlyBudget: number;
  /** Credits of one asking as they are now. */
  readonly price: number;
  readonly isPaused: boolean;
  /** Hour of UTC; spread over the day by the question's id where it is left out. */
  readonly hour?: number;
}

export interface ScheduleRepository {
  /** The question with its schedule; undefined where there is no such question. */
  set(accountId: string, questionId: string, terms: ScheduleTerms): Promise<SavedQuestion | undefined>;
  /** The question without a schedule; undefined where there is no such question. */
  end(accountId: string, questionId: string): Promise<SavedQuestion | undefined>;
  /** Questions whose schedules name this hour. What they name may be gone or moved. */
  due(slot: Slot): Promise<readonly DueQuestion[]>;
  /** Takes a question out of an hour in which it is not due any more. */
  forgetDue(due: DueQuestion): Promise<void>;
  /**
   * Writes what becomes of a week, where neither schedule nor week have changed
   * since `found` was read; what stands now, or undefined where they have.
   */
  begin(accountId: string, found: SavedQuestion, asking: NewAsking): Promise<Asking | undefined>;
  /** Writes how a week that was begun ended; false where another run has written since. */
  finish(accountId: string, questionId: string, begun: Asking, end: NewAsking): Promise<boolean>;
  /** Stops the schedule that was found, unless its owner has changed it since; whether it was stopped. */
  pause(accountId: string, found: SavedQuestion, because: PauseReason): Promise<boolean>;
}

type NewAsking = Omit<Asking, 'revision'>;

/** Schedules are attributes of their questions; an item in each hour of the week leads to those that are due. */
export function createScheduleRepository(table: IdentityTable): ScheduleRepository {
  const keyOf = identityKeys.savedQuestion;
  const change = (accountId: string, questionId: string, checks: readonly Test[], steps: readonly Step[]) =>
    changeItem(table, keyOf(accountId, questionId), {
      checks: [{ test: 'equals', path: ['question_id'], value: questionId }, ...checks],
      steps,
    });
  const questions = createSavedQuestionRepository(table);
  const parsed = (item: Item | undefined) => item && parseQuestion(item);

  return {
    async set(accountId, questionId, terms) {
      const now = table.clock();
      const found = await questions.find(accountId, questionId);
      if (!found) return undefined;
      const schedule = newSchedule(terms, found, now);
      const { day, hour } = schedule;
      // Before the schedule: an hour that leads to nothing is tidied up, a schedule without its hour is never asked.
      const due = { account_id: accountId, question_id: questionId, made_at: now };
      await putItem(table, identityKeys.dueQuestion(day, hour, accountId, questionId), due);
      return parsed(await change(accountId, questionId, [], [setTo('schedule', schedule)]));
    },

    async end(accountId, questionId) {
      return parsed(await change(accountId, questionId, [], [{ do: 'remove', path: ['schedule'] }]));
    },

    async due(slot) {
      const found = await listItems(table, dueItem, identityKeys.dueQuestions(slot.day, slot.hour));
      return found.map(({ account_id: accountId, question_id: questionId, made_at: madeAt }) => ({
        accountId,
        questionId,
        madeAt,
        slot,
      }));
    },

    async forgetDue({ accountId, questionId, slot: { day, hour }, madeAt }) {
      const isSame: Test = { test: 'equals', path: ['made_at'], value: madeAt };
      await removeItem(table, identityKeys.dueQuestion(day, hour, accountId, questionId), [isSame]);
    },

    async begin(accountId, { questionId, schedule, asking: before }, asking) {
      const written = { ...asking, revision: randomUUID() };
      const unchanged: Test =
        before === undefined
          ? { test: 'absent', path: ['asking'] }
          : { test: 'equals', path: ['asking', 'revision'], value: before.revision };
      const checks = [isAt('schedule', schedule), unchanged];
      return (await change(accountId, questionId, checks, [setTo('asking', written)])) && written;
    },

    async finish(accountId, questionId, begun, end) {
      const written = { ...end, revision: randomUUID() };
      const done = await change(accountId, questionId, [isAt('asking', begun)], [setTo('asking', written)]);
      return done !== undefined;
    },

    async pause(accountId, { questionId, schedule }, because) {
      const steps: readonly Step[] = [
        { do: 'set', path: ['schedule', 'status'], value: 'paused' },
        { do: 'set', path: ['schedule', 'paused_because'], value: because },
        { do: 'set', path: ['schedule', 'revision'], value: randomUUID() },
      ];
      return (await change(accountId, questionId, [isAt('schedule', schedule)], steps)) !== undefined;
    },
  };
}

function newSchedule(
  { day, monthlyBudget, price, isPaused, ...terms }: ScheduleTerms,
  { questionId, schedule: before }: SavedQuestion,
  now: number,
): Schedule {
  const hour = terms.hour ?? hourOf(questionId);
  // A question that waits for more budget is still due when it gets it.
  const goesOn = before?.status === 'active' && before.day === day && before.hour === hour;
  return {
    day,
    hour,
    monthly_budget: monthlyBudget,
    price,
    from: goesOn ? before.from : isoTime(now),
    ...(isPaused ? { status: 'paused', paused_because: 'owner' } : { status: 'active' }),
    revision: randomUUID(),
  };
}

/** Questions of one day are asked all over that day, so that no hour has most of them. */
function hourOf(questionId: string): number {
  return (createHash('sha256').update(questionId).digest()[0] ?? 0) % 24;
}

function setTo(name: 'schedule' | 'asking', value: object): Step {
  return { do: 'set', path: [name], value };
}

function isAt(name: 'schedule' | 'asking', found: { readonly revision: string } | undefined): Test {
  return { test: 'equals', path: [name, 'revision'], value: found?.revision ?? '' };
}
