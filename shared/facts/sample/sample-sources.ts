import type { Sources } from '#shared/facts/ports/sources.ts';
import { storedIndexOn } from '#shared/facts/stored-index/stored-index.ts';
import { refuse } from '#shared/site-audit/fetch/site-fetcher.ts';
import { withSampleSites } from './sample-sites.ts';
import { sampleTable } from './sample-table.ts';

/**
 * The sample market and its sites, and nothing beside them: what test keys are
 * answered from, wherever the service runs. `file` keeps its items for the next process.
 */
export async function openSampleSources(file?: string): Promise<Sources> {
  return { ...storedIndexOn(await sampleTable(file)), liveListings: undefined, sites };
}

const sites = withSampleSites({
  fetch: async () =>
    refuse('unsafe_address', 'A test key reads sites of the sample market only, such as trailpeak.example.'),
});
