import type { ToolContext } from './tool-answer.ts';

/** Whether `inspect_serp` can answer for a query here: it is fetched live, or a listing of it is stored. */
export async function isListingKnown(
  query: string,
  { sources, market }: Pick<ToolContext, 'sources' | 'market'>,
): Promise<boolean> {
  if (sources.liveListings) return true;
  const { value } = await sources.storedListings.listing(query, market, 10);
  return value !== null;
}
