import { getDomain } from 'tldts';

/** A host split where its owner begins: `shop.acme.example` is `shop` of the site `acme.example`. */
export interface Site {
  /** The registrable domain (public suffix list, private section included). */
  readonly root: string;
  /** What stands before it; empty for the root itself. */
  readonly subdomain: string;
}

/**
 * Splits a host. Asked only when listings are written, so that readers do
 * without the public suffix list: the split is kept with each result.
 */
export function siteOf(host: string): Site {
  const known = knownSites.get(host);
  if (known) return known;
  if (knownSites.size >= mostKnownSites) knownSites.clear();
  const site = split(host);
  knownSites.set(host, site);
  return site;
}

/** Hosts repeat in listings. Emptied when full. */
const knownSites = new Map<string, Site>();
const mostKnownSites = 10_000;

function split(host: string): Site {
  const root = getDomain(host, { allowPrivateDomains: true, validateHostname: false }) ?? host;
  return { root, subdomain: host === root ? '' : host.slice(0, -root.length - 1) };
}
