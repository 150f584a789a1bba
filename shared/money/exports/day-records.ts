import type { UsageItem } from '#shared/money/usage/usage-item.ts';
import type { UsageLog, UsageRange } from '#shared/money/usage/usage-log.ts';
import { idTime } from '#shared/platform/ids.ts';
import { dayPeriod } from './calendar.ts';

/** The records of accounts, day after day. */
export interface DayRecords {
  /** An account's records of a day, in order of id. Days are asked for in order, each once for an account. */
  of(accountId: string, day: string): AsyncGenerator<UsageItem>;
}

/** Records of the days to come, as they were read with an earlier one. */
interface Ahead {
  readonly items: readonly UsageItem[];
  /** Milliseconds since 1970: every record from before is among them, or was given. */
  readonly reaches: number;
}

/** Records that are kept for the days to come: of one account about a page of the database, and of all as many as a file holds. */
const roomOfAccount = 1_000;
const roomOfAll = 50_000;

/**
 * Reads up to `until` in milliseconds since 1970. Where several days are to be
 * written, an account with few calls is asked once for all of them and not once
 * for each: requests cost more than the records in them.
 */
export function createDayRecords(usage: Pick<UsageLog, 'records'>, until: number): DayRecords {
  const ahead = new Map<string, Ahead>();
  let room = roomOfAll;

  /** An account with many calls a day is asked for each day: what is read beyond would be read again. */
  const isEnough = (ofDay: number, ofLater: number) =>
    Math.max(ofDay, ofLater) >= roomOfAccount || ofLater >= room;

  /** Reads on; what lies behind the day goes to `later`. Gives how far it came. */
  async function* readOn(range: Required<UsageRange>, dayEnd: number, later: UsageItem[]) {
    let count = 0;
    for await (const item of usage.records(range)) {
      const time = timeOf(item);
      if (time < dayEnd) {
        count += 1;
        yield item;
      } else if (isEnough(count, later.length)) return time;
      else later.push(item);
    }
    return range.until;
  }

  return {
    async *of(accountId, day) {
      const { since, until: dayEnd } = dayPeriod(day);
      const kept = ahead.get(accountId) ?? { items: [], reaches: since };
      ahead.delete(accountId);
      room += kept.items.length;
      yield* kept.items.filter((item) => timeOf(item) < dayEnd);
      const later = kept.items.filter((item) => timeOf(item) >= dayEnd);
      const end = room > 0 ? Math.max(until, dayEnd) : dayEnd;
      const range = { accountId, since: kept.reaches, until: end };
      const reaches = kept.reaches < dayEnd ? yield* readOn(range, dayEnd, later) : kept.reaches;
      // Of the moment at which it stopped there may be more: it is read again as a whole.
      const items = later.filter((item) => timeOf(item) < reaches);
      room -= items.length;
      ahead.set(accountId, { items, reaches });
    },
  };
}

function timeOf({ id }: UsageItem): number {
  return idTime(id) ?? 0;
}
