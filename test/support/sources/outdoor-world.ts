import type { World, WorldKeyword } from './world.ts';

const shop = 'https://shop.example';
const rival = 'https://rival.example';

/** A few keywords with listings that can be counted by hand. `shop.example` is the site that tests ask about. */
export const outdoorWorld: World = {
  keywords: [
    {
      keyword: 'running shoes',
      volume: 10_000,
      cpc: 1.2,
      intent: 'commercial',
      difficulty: 60,
      listing: [`${rival}/shoes`, `${shop}/shoes`, 'https://en.wikipedia.org/wiki/Shoe'],
    },
    {
      keyword: 'trail running shoes',
      volume: 4_000,
      cpc: 0.9,
      intent: 'commercial',
      listing: [`${shop}/shoes/trail`, `${rival}/trail`],
    },
    {
      keyword: 'how to lace running shoes',
      volume: 900,
      intent: 'informational',
      listing: ['https://blog.shop.example/lacing', `${rival}/guides`],
    },
    {
      keyword: 'buy running socks',
      volume: 300,
      intent: 'transactional',
      listing: [`${rival}/socks`, 'https://third.example/socks'],
    },
    { keyword: 'running jacket', volume: null, listing: ['https://third.example/jackets'] },
    { keyword: 'running club', volume: 50, intent: null },
  ],
  links: [
    { from: 'https://news.example/a', to: `${shop}/`, anchor: 'shop', rank: 500, spam: 1 },
    { from: 'https://news.example/b', to: `${rival}/`, anchor: 'rival', rank: 500, spam: 1 },
    { from: 'https://fans.example/a', to: `${rival}/shoes`, anchor: 'best shoes', rank: 200, spam: 5 },
    { from: 'https://fans.example/b', to: 'https://third.example/', rank: 200, spam: 5 },
    { from: 'https://junk.example/a', to: `${rival}/`, anchor: 'cheap', rank: 10, spam: 90 },
  ],
};

/** As many keywords as asked for, each with `sites` one below the other. */
export function wideWorld(
  count: number,
  sites: readonly string[] = ['shop.example', 'rival.example'],
): World {
  const keywords: WorldKeyword[] = Array.from({ length: count }, (_, at) => ({
    keyword: `running shoes model ${at}`,
    volume: 100_000 - at,
    cpc: 1.25,
    intent: at % 2 === 0 ? 'commercial' : 'transactional',
    difficulty: at % 100,
    listing: sites.map((site) => `https://${site}/shoes/running/model-${at}`),
  }));
  return { keywords };
}
