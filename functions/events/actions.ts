import { endpoint } from '#functions/endpoint.ts';
import type { Foundation } from '#functions/foundation.ts';
import { createEventLog, shownEvent } from '#shared/callers/watch/event-log.ts';
import * as contracts from './contracts.ts';

export const listEvents = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.listEvents,
    ({ documents, tables, clock }) => createEventLog({ documents, name: tables.identity, clock }),
    async ({ caller, query }, log) => {
      const { accountId } = caller.account;
      const limit = Math.min(contracts.mostListed, Math.max(1, query.limit ?? 100));
      const { events, ...page } = await log.list(accountId, { ...query, limit });
      return { body: { events: events.map((event) => shownEvent(event, foundation)), ...page } };
    },
  );
