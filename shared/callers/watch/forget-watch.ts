import * as v from 'valibot';
import * as identityKeys from '../identity/identity-keys.ts';
import { type IdentityTable, listItems, removeUnder } from '../identity/identity-table.ts';
import { createEventLog, type StoredEvent } from './event-log.ts';

/** Events that a download holds at most: those of more than a year of a busy account. */
const mostCopied = 5_000;

/** What an account was told and where it goes, for its download; addresses of destinations stay sealed. */
export async function copyWatch(table: IdentityTable, accountId: string) {
  const log = createEventLog(table);
  const events: StoredEvent[] = [];
  for (let before: number | undefined; events.length < mostCopied; ) {
    const page = await log.list(accountId, { order: 'newest', before, limit: 500 });
    events.push(...page.events);
    if (!page.more) break;
    before = page.next;
  }
  const shown = v.object({
    destination_id: v.string(),
    kind: v.string(),
    status: v.string(),
    created_at: v.string(),
  });
  return { events, destinations: await listItems(table, shown, identityKeys.destination(accountId, '')) };
}

/** Takes away what an account was told and where it went. */
export async function forgetWatch(table: IdentityTable, accountId: string): Promise<void> {
  const { pk } = identityKeys.eventHead(accountId);
  // Destinations first: nothing is delivered of what goes after them. `event` is all that is kept of events.
  for (const sk of ['destination#', 'delivery#', 'rule#', 'event']) await removeUnder(table, { pk, sk });
}
