import { resolveMarket } from '#shared/facts/markets/markets.ts';
import type { BacklinkIndex } from '#shared/facts/ports/backlink-index.ts';
import type { Fact } from '#shared/facts/ports/fact.ts';
import type { SearchIndex } from '#shared/facts/ports/search-index.ts';
import type { ListingSource } from '#shared/facts/ports/sources.ts';

/** The ports as one call has them; the stored index has no live listings, a provider no stored ones. */
export interface AskedPorts {
  readonly index: SearchIndex;
  readonly backlinks: BacklinkIndex;
  readonly liveListings: ListingSource;
}

export const unitedStates = resolveMarket();

/** One of each question that tools ask, on subjects of the generated web. */
export const questions: Readonly<Record<string, (ports: AskedPorts) => Promise<Fact<unknown>>>> = {
  domainOverview: ({ index }) => index.domainOverview('trailhound.example', unitedStates),
  rankedKeywords: ({ index }) => index.rankedKeywords({ domain: 'trailhound.example' }, unitedStates, 50),
  pageOverview: ({ index }) =>
    index.pageOverview('https://www.trailhound.example/running-shoes', unitedStates),
  topPages: ({ index }) => index.topPages('trailhound.example', unitedStates, 10),
  competitors: ({ index }) => index.competitors('trailhound.example', unitedStates, 10),
  competitorsForKeywords: ({ index }) =>
    index.competitorsForKeywords(['running shoes', 'best running shoes'], unitedStates, 10),
  keywordIdeas: ({ index }) =>
    index.keywordIdeas({ seed: 'running shoes', mode: 'ideas', limit: 10, minVolume: 50 }, unitedStates),
  suggestions: ({ index }) =>
    index.keywordIdeas({ seed: 'running shoes', mode: 'suggestions', limit: 10 }, unitedStates),
  related: ({ index }) =>
    index.keywordIdeas(
      { seed: 'running shoes', mode: 'related', limit: 10, intent: 'commercial' },
      unitedStates,
    ),
  keywordDetail: ({ index }) => index.keywordDetail('best running shoes', unitedStates),
  coverage: ({ index }) =>
    index.coverage('trailhound.example', ['peakgear.example', 'fellrunner.example'], unitedStates, 20),
  positions: ({ index }) =>
    index.positions(
      'trailhound.example',
      ['running shoes', 'best running shoes', 'never seen'],
      unitedStates,
    ),
  listing: ({ liveListings }) => liveListings.listing('best running shoes', unitedStates, 10),
  profile: ({ backlinks }) => backlinks.profile('trailhound.example'),
  referringDomains: ({ backlinks }) => backlinks.referringDomains('trailhound.example', 10),
  anchors: ({ backlinks }) => backlinks.anchors('trailhound.example', 10),
  backlinks: ({ backlinks }) => backlinks.backlinks('trailhound.example', 10),
  linkGap: ({ backlinks }) =>
    backlinks.gap({
      domain: 'trailhound.example',
      competitors: ['peakgear.example', 'fellrunner.example'],
      limit: 10,
      maxSpamScore: 30,
    }),
};
