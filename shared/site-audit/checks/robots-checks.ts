import { type AgentPurpose, type KnownAgent, knownAgents } from '../robots/ai-agents.ts';
import { matchRobots, pathOf, rulesFor } from '../robots/match-robots.ts';
import type { RobotsFault, RobotsRule, RobotsTxt } from '../robots/parse-robots.ts';
import { evidence, onceOf, onSite, when, whenAny } from './check.ts';
import type { SiteFacts } from './site-facts.ts';

/** `partly`: some of the pages looked at are closed. `unknown`: robots.txt could not be read. */
export const accessVerdicts = ['allowed', 'partly', 'blocked', 'unknown'] as const;
export type AccessVerdict = (typeof accessVerdicts)[number];

/** Whether robots.txt lets an agent read the site's pages. */
export interface AgentAccess {
  readonly agent: KnownAgent;
  readonly verdict: AccessVerdict;
  /** Pages closed to the agent, among those looked at. */
  readonly closed: readonly string[];
  /** The rule that closes the first of them. */
  readonly rule: RobotsRule | undefined;
}

export interface SiteAccess {
  readonly agents: readonly AgentAccess[];
  /** Pages that the verdicts are about. */
  readonly pages: readonly string[];
}

/** Addresses of the sitemap that the verdicts are about, beside the pages read; spread over all of it. */
const mostListed = 100;

/** What robots.txt allows to each known agent. */
export const accessOf = onceOf((site: SiteFacts): SiteAccess => {
  const { robots, home } = site.crawl;
  const pages = [...new Set([home.url, ...site.audited.map(({ url }) => url), ...listed(site)])];
  const paths = pages.map(pathOf);
  const isUnread = robots.outcome === 'server_error' || robots.outcome === 'unreachable';
  const agents = knownAgents.map((agent): AgentAccess => {
    if (isUnread) return { agent, verdict: 'unknown', closed: [], rule: undefined };
    const token = namedIn(robots.robots, agent.token) ? agent.token : (agent.follows ?? agent.token);
    const rules = rulesFor(robots.robots, token);
    // What the budget for comparisons left out is held against no site.
    const closed = pages.flatMap((url, place) => {
      const verdict = rules.match(paths[place] ?? '/');
      return verdict?.allowed === false ? [{ url, rule: verdict.rule }] : [];
    });
    const verdict = closed.length === 0 ? 'allowed' : closed.length < pages.length ? 'partly' : 'blocked';
    return { agent, verdict, closed: closed.map(({ url }) => url), rule: closed[0]?.rule };
  });
  return { agents, pages };
});

function namedIn({ groups }: RobotsTxt, token: string): boolean {
  return groups.some(({ agents }) => agents.includes(token.toLowerCase()));
}

function listed({ crawl: { sitemaps, scope } }: SiteFacts): readonly string[] {
  const onSite = sitemaps.entries.map(({ url }) => url).filter((url) => url.startsWith(`${scope.origin}/`));
  const step = Math.max(1, Math.ceil(onSite.length / mostListed));
  return onSite.filter((_url, place) => place % step === 0);
}

/** Agents of some purposes that may not read pages which Googlebot may. */
export function shutOut(site: SiteFacts, purposes: readonly AgentPurpose[]): readonly AgentAccess[] {
  const { agents } = accessOf(site);
  const toGoogle = new Set(agents.find(({ agent }) => agent.token === 'Googlebot')?.closed);
  return agents.filter(
    ({ agent, closed }) => purposes.includes(agent.purpose) && closed.some((url) => !toGoogle.has(url)),
  );
}

const faultWords: Readonly<Record<RobotsFault['fault'], string>> = {
  unknown_directive: 'not a directive',
  rule_before_user_agent: 'a rule before any User-agent',
  pattern_without_slash: 'a path without / or * at its start',
  dollar_not_last: '$ that is not the last character',
  relative_sitemap: 'a sitemap without its full address',
  too_large: 'more than 500 KiB',
  too_many_rules: 'beyond the 5,000 patterns with wildcards that are read',
  too_many_wildcards: 'more than 20 wildcards',
};

/** Faults of size, which have a check of their own. */
const sizeFaults: ReadonlySet<RobotsFault['fault']> = new Set([
  'too_large',
  'too_many_rules',
  'too_many_wildcards',
]);

const file = 'robots.txt';

/** Scripts that count visits or load the next page ahead; every Shopify shop closes its preloader and its pixels. */
const unseenScript =
  /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?(?:checkouts\/|cdn\/wpm\/)|(?:^|[/._-])(?:analytics|beacon|gtag|gtm|hotjar|matomo|piwik|pixels?|preloads?|stats|track(?:er|ing)?)(?:[._-][\w.-]*)?\.m?js$/iu;

/** Agents that bring readers; who only trains a model is no matter of being found. */
const bringingReaders: readonly AgentPurpose[] = ['search', 'user_fetch'];

export const robotsSiteChecks = onSite([
  {
    id: 'robots_txt_5xx',
    severity: 'high',
    weight: 10,
    title: 'robots.txt returns a server error.',
    why: 'Crawlers treat the whole site as disallowed until it answers again.',
    threshold: 'Status 500 or more for /robots.txt.',
    remedy: 'Serve the file, or answer 404 if there is none.',
    source: 'RFC 9309, section 2.3.1.4',
    find: ({ crawl: { robots } }) =>
      when(robots.outcome === 'server_error', file, `HTTP status ${robots.status}`),
  },
  {
    id: 'robots_txt_unreachable',
    severity: 'high',
    title: 'robots.txt cannot be fetched.',
    why: 'Crawlers treat the whole site as disallowed until it answers again.',
    threshold: 'No answer, or a redirect circle.',
    remedy: 'Serve the file, or answer 404 if there is none.',
    source: 'RFC 9309, section 2.3.1.4',
    find: ({ crawl: { robots } }) => when(robots.outcome === 'unreachable', file, robots.url),
  },
  {
    id: 'robots_txt_missing',
    severity: 'low',
    title: 'There is no robots.txt.',
    why: 'Crawlers may read everything, but are not told of the sitemap.',
    threshold: 'Status 400-499 for /robots.txt.',
    remedy: 'Add one with `User-agent: *`, `Disallow:` and a `Sitemap:` line.',
    source: 'RFC 9309, section 2.3.1.3',
    find: ({ crawl: { robots } }) => when(robots.outcome === 'missing', file, `HTTP status ${robots.status}`),
  },
  {
    id: 'robots_txt_invalid',
    severity: 'medium',
    weight: 2,
    title: 'robots.txt has lines that crawlers ignore.',
    why: 'Pages that should be blocked stay open, or the other way round.',
    threshold:
      'An unknown directive, a rule before any User-agent, a path that starts neither with / nor *, $ before the end, or a relative sitemap.',
    remedy: 'Correct the lines, and check them in Search Console’s robots.txt report.',
    source: 'RFC 9309, section 2.2; Lighthouse, "robots.txt is not valid"',
    find: ({ crawl: { robots } }) =>
      whenAny(
        robots.robots.faults.filter(({ fault }) => !sizeFaults.has(fault)),
        ({ line }) => `robots.txt line ${line}`,
        ({ text, fault }) => `${text}: ${faultWords[fault]}`,
      ),
  },
  {
    id: 'robots_txt_too_large',
    severity: 'medium',
    title: 'robots.txt is larger than crawlers read.',
    why: 'Rules beyond the limit are ignored.',
    threshold: 'More than 500 KiB, 5,000 patterns with wildcards, or 20 wildcards in one pattern.',
    remedy: 'Replace long lists of addresses with patterns.',
    source: 'RFC 9309, section 2.5; Google Search Central, "How Google interprets robots.txt"',
    find: ({ crawl: { robots } }) =>
      whenAny(
        robots.robots.faults.filter(({ fault }) => sizeFaults.has(fault)),
        ({ line }) => (line === 0 ? file : `robots.txt line ${line}`),
        ({ text, fault }) => (text === '' ? faultWords[fault] : `${text}: ${faultWords[fault]}`),
      ),
  },
  {
    id: 'robots_blocks_all',
    severity: 'high',
    weight: 10,
    title: 'robots.txt blocks Googlebot from the whole site.',
    why: 'Google can read nothing, and the site drops out of search.',
    threshold: 'The home page is disallowed for Googlebot.',
    remedy: 'Remove `Disallow: /`; it is usually left over from development.',
    source: 'RFC 9309; Google Search Central, "How Google interprets robots.txt"',
    find: ({ crawl: { home } }) => {
      const { rule, allowed } = home.robots.google;
      return allowed || rule === undefined
        ? undefined
        : evidence(`robots.txt line ${rule.line}`, `Disallow: ${rule.text}`);
    },
  },
  {
    id: 'search_agents_blocked',
    severity: 'medium',
    weight: 4,
    title: 'robots.txt blocks search engines or AI assistants that Googlebot’s rules let in.',
    why: 'Bing, ChatGPT search, Claude, Perplexity and others cannot find or quote the pages.',
    threshold:
      'A known search or user-fetch agent is disallowed on a page that Googlebot may read. Training agents are reported as a fact and never as a fault.',
    remedy: 'Remove the rule for those that should find the site; keep it where the block is intended.',
    source: 'The operators’ own pages, listed in the dataset ai-crawlers; RFC 9309, section 2.2.1',
    find: (site) =>
      whenAny(
        shutOut(site, bringingReaders),
        ({ rule }) => `robots.txt line ${rule?.line ?? 0}`,
        ({ agent, verdict, rule }) => `${agent.token} ${verdict}: Disallow: ${rule?.text ?? ''}`,
      ),
  },
  {
    id: 'robots_blocks_assets',
    severity: 'low',
    title: 'robots.txt blocks CSS or JavaScript that the pages need.',
    why: 'Google renders pages; without these files it sees a broken layout.',
    threshold:
      'A stylesheet or script of an audited page, on the same host, that is disallowed for Googlebot; scripts that change nothing of what a page shows (visit counters, preloaders of a checkout) left out.',
    remedy: 'Allow the folders with .css and .js files.',
    source: 'Google Search Central, "Introduction to robots.txt" and "Understand the JavaScript SEO basics"',
    find: ({ references, crawl: { robots, scope } }) => {
      const blocked = [...references.code].filter(
        (url) =>
          url.startsWith(`${scope.origin}/`) &&
          !unseenScript.test(new URL(url).pathname) &&
          !matchRobots(robots.robots, 'Googlebot', url).allowed,
      );
      return whenAny(blocked, file, (href) => href);
    },
  },
  {
    id: 'robots_crawl_delay',
    severity: 'low',
    title: 'robots.txt sets a long Crawl-delay.',
    why: 'Bing and others crawl less; Google ignores it.',
    threshold: 'A Crawl-delay of more than 5 seconds for OrielBot or everybody.',
    remedy: 'Lower or remove the Crawl-delay.',
    source: 'Bing Webmaster Guidelines, "Crawl delay"',
    find: ({ crawl: { robots } }) =>
      when(robots.delaySeconds > 5, file, `Crawl-delay: ${robots.delaySeconds}`),
  },
]);
