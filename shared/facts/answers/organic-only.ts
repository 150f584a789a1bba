import type { Listing } from '#shared/contract/rows.ts';

/** What stands in a listing beside its organic results, where there is nothing else or nothing else is known. */
export const organicOnly = {
  ai_overview: null,
  paid: [],
  local_pack: [],
  featured_snippet: null,
  people_also_ask: [],
  related_searches: [],
} as const satisfies Partial<Listing>;
