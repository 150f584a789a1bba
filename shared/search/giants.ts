/**
 * Sites that rank for everything and therefore compete with everyone:
 * encyclopedias, social networks, video and map platforms, marketplaces. Their
 * rows are marked, not dropped. Names without their public suffix, since most
 * of them have a domain in every country.
 */
const giants = new Set(
  (
    'wikipedia wiktionary fandom britannica youtube google facebook instagram tiktok twitter x linkedin reddit ' +
    'quora pinterest medium tumblr amazon ebay etsy walmart aliexpress temu alibaba yelp tripadvisor apple ' +
    'microsoft yahoo bing msn imdb craigslist'
  ).split(' '),
);

/** Whether a domain, or the site that a subdomain belongs to, is one of them. */
export function isGiant(domain: string): boolean {
  const labels = domain.toLowerCase().split('.');
  // `amazon.com`, `amazon.co.uk`, `en.wikipedia.org`: the name stands before a suffix of one or two labels.
  const suffixed = labels.slice(-3, -1);
  const isCountrySuffix =
    labels.length >= 3 && (labels.at(-2)?.length ?? 0) <= 3 && labels.at(-1)?.length === 2;
  const name = isCountrySuffix ? suffixed[0] : suffixed.at(-1);
  return name !== undefined && giants.has(name);
}
