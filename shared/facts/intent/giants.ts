/** First labels of sites that rank for nearly everything: encyclopedias, social networks, marketplaces, app stores. */
const giantLabels = new Set(
  (
    'wikipedia wikihow wiktionary fandom britannica youtube vimeo facebook instagram pinterest reddit quora linkedin ' +
    'twitter x tiktok medium tumblr threads snapchat amazon ebay walmart target etsy aliexpress alibaba temu ' +
    'google apple microsoft bing yahoo yelp tripadvisor imdb craigslist github stackoverflow indeed glassdoor ' +
    // Their stand-ins in the sample market.
    'openlexicon clipstream everymart'
  ).split(' '),
);

/** Those of them that sell nearly everything. */
const marketplaceLabels = new Set(
  'amazon ebay walmart target etsy aliexpress alibaba temu everymart'.split(' '),
);

/** Whether a registrable domain is a marketplace in any of its countries. */
export function isMarketplace(root: string): boolean {
  return marketplaceLabels.has(root.split('.')[0] ?? '');
}

/** Whether a registrable domain is such a site in any of its countries (`amazon.co.uk` as `amazon.com`). */
export function isGiant(root: string): boolean {
  return giantLabels.has(root.split('.')[0] ?? '');
}
