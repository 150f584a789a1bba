import type { MovedPage } from '../crawl/page-record.ts';
import { registrableDomain } from '../site-scope.ts';
import { acrossPages, type Located } from './check.ts';
import { evidence } from './evidence.ts';
import type { SiteFacts } from './site-facts.ts';

const guide = 'Google Search Central, "Redirects and Google Search"';
const longest = 5;

/** Addresses that redirected in a certain way. The home page's own hop to HTTPS or www is as it should be. */
function moved({ crawl }: SiteFacts, isFaulty: (move: MovedPage) => boolean): readonly Located[] {
  return crawl.moves.filter(isFaulty).map((move) => ({
    url: move.requestedUrl,
    evidence: evidence('location header', steps(move)),
  }));
}

function steps({ hops }: MovedPage): string {
  const [first, ...others] = hops;
  return [first?.url, first?.location, ...others.map(({ location }) => location)].join(' → ');
}

const isTemporary = (status: number) => status === 302 || status === 303 || status === 307;

export const redirectCrossChecks = acrossPages([
  {
    id: 'redirect',
    severity: 'low',
    title: 'The address redirects.',
    why: 'Every redirect costs a visitor a round trip and the crawler part of its budget.',
    threshold: 'At least one redirect on the way to a page other than the home page.',
    remedy: 'Link to the final address and list it in the sitemap.',
    source: guide,
    find: (site) => moved(site, ({ isHome }) => !isHome),
  },
  {
    id: 'redirect_temporary',
    severity: 'medium',
    weight: 3,
    title: 'The address redirects as if for a short time.',
    why: 'A temporary redirect leaves the old address in the index.',
    threshold: 'A redirect with status 302, 303 or 307, apart from the home page.',
    remedy: 'Answer with 301 or 308 where the move is meant to last.',
    source: guide,
    find: (site) =>
      moved(site, ({ hops, isHome }) => !isHome && hops.some(({ status }) => isTemporary(status))),
  },
  {
    id: 'redirect_chain',
    severity: 'medium',
    title: 'Several redirects stand in a row.',
    why: 'Crawlers give up on long chains (Google after 10), and each step is slow on a phone.',
    threshold: `Two or more redirects before the page; at most ${longest} are followed.`,
    remedy: 'Point the first address straight at the last one.',
    source: guide,
    find: (site) => moved(site, ({ hops }) => hops.length >= 2),
  },
  {
    id: 'js_redirect',
    severity: 'medium',
    title: 'The page does nothing but send readers on by a script.',
    why: 'Crawlers that run no scripts end here, and Google follows only when it gets to rendering the page.',
    threshold: 'Fewer than 20 words and an inline script that sets the window’s location.',
    remedy: 'Answer with 301 or 308 and the new address.',
    source: 'Google Search Central, "Redirects and Google Search"; Screaming Frog, "JavaScript Redirect"',
    find: ({ crawl }) =>
      crawl.records.flatMap(({ url, document }) =>
        document?.forwarding?.by === 'script'
          ? [{ url, evidence: evidence('script', `→ ${document.forwarding.to}`) }]
          : [],
      ),
  },
  {
    id: 'meta_refresh_redirect',
    severity: 'medium',
    title: 'The page sends visitors on with a meta refresh.',
    why: 'It is slower than a redirect, breaks the back button and is followed unreliably.',
    threshold: 'A `meta http-equiv="refresh"` with an address.',
    remedy: 'Answer with status 301 instead.',
    source: 'Google Search Central, "Redirects and Google Search"; WCAG 2.2, 2.2.1',
    find: ({ crawl }) =>
      crawl.records.flatMap(({ url, document, status }) => {
        const refresh = document?.metas.find(
          ({ kind, name, content }) =>
            kind === 'http-equiv' && name === 'refresh' && /url\s*=/iu.test(content),
        );
        return refresh === undefined || status >= 300
          ? []
          : [{ url, evidence: evidence('meta[http-equiv="refresh"]', refresh.content) }];
      }),
  },
  {
    id: 'redirect_to_other_host',
    severity: 'medium',
    title: 'The address leaves for another domain.',
    why: 'What is linked and listed here belongs to another site in the eyes of a search engine.',
    threshold: 'The registrable domain after redirects differs from the one asked for.',
    remedy: 'Link to the other site directly, or keep the content here.',
    source: 'Google Search Central, "Site moves"; public suffix list',
    find: (site) =>
      moved(site, ({ requestedUrl, finalUrl }) => domainOf(requestedUrl) !== domainOf(finalUrl)),
  },
]);

function domainOf(url: string): string {
  return registrableDomain(new URL(url).hostname);
}
