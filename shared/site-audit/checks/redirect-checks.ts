import type { MovedPage } from '../crawl/page-record.ts';
import { registrableDomain } from '../site-scope.ts';
import { acrossPages, type Located } from './check.ts';
import { onlyCanonicals } from './dead-addresses.ts';
import { evidence } from './evidence.ts';
import type { SiteFacts } from './site-facts.ts';

const guide = 'Google Search Central, "Redirects and Google Search"';
const longest = 5;

/** Addresses that redirected in a certain way. The home page's own hop to HTTPS or www is as it should be. */
function moved(site: SiteFacts, isFaulty: (move: MovedPage) => boolean): readonly Located[] {
  const isAside = onlyCanonicals(site);
  const faulty = site.crawl.moves.filter((move) => isFaulty(move) && !isAside(move.key));
  return faulty.map((move) => ({
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
    why: 'Each redirect costs visitors a round trip and crawlers part of their budget.',
    threshold: 'At least one redirect on the way to a page other than the home page.',
    remedy: 'Link to the final address, and list that one in the sitemap.',
    source: guide,
    find: (site) => moved(site, ({ isHome }) => !isHome),
  },
  {
    id: 'redirect_temporary',
    severity: 'medium',
    weight: 3,
    title: 'The redirect is temporary (302, 303 or 307).',
    why: 'Search engines may keep the old address in the index.',
    threshold: 'A redirect with status 302, 303 or 307, apart from the home page.',
    remedy: 'Use 301 or 308 if the move is permanent.',
    source: guide,
    find: (site) =>
      moved(site, ({ hops, isHome }) => !isHome && hops.some(({ status }) => isTemporary(status))),
  },
  {
    id: 'redirect_chain',
    severity: 'medium',
    title: 'The address redirects more than once (redirect chain).',
    why: 'Crawlers give up on long chains (Google after 10), and each step is slow on a phone.',
    threshold: `Two or more redirects before the page; at most ${longest} are followed.`,
    remedy: 'Redirect the first address straight to the last one.',
    source: guide,
    find: (site) => moved(site, ({ hops }) => hops.length >= 2),
  },
  {
    id: 'js_redirect',
    severity: 'medium',
    title: 'The page redirects with JavaScript.',
    why: 'Crawlers that run no scripts stop here, and Google follows only after rendering the page.',
    threshold: 'Fewer than 20 words and an inline script that sets the window’s location.',
    remedy: 'Redirect on the server with 301 or 308.',
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
    title: 'The page redirects with a meta refresh.',
    why: 'It is slower than a redirect, breaks the back button and is followed unreliably.',
    threshold: 'A `meta http-equiv="refresh"` with an address.',
    remedy: 'Redirect on the server with 301 or 308.',
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
    title: 'The address redirects to another domain.',
    why: 'Its links and sitemap entries benefit the other site.',
    threshold: 'The registrable domain after redirects differs from the one asked for.',
    remedy: 'Link to the other site directly, or publish the content here.',
    source: 'Google Search Central, "Site moves"; public suffix list',
    find: (site) =>
      moved(site, ({ requestedUrl, finalUrl }) => domainOf(requestedUrl) !== domainOf(finalUrl)),
  },
]);

function domainOf(url: string): string {
  return registrableDomain(new URL(url).hostname);
}
