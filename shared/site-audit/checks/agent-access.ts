import { type AgentPurpose, type KnownAgent, knownAgents } from '../robots/ai-agents.ts';
import { pathOf, rulesFor } from '../robots/match-robots.ts';
import type { RobotsRule, RobotsTxt } from '../robots/parse-robots.ts';
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

const known = new WeakMap<SiteFacts, SiteAccess>();

/** What robots.txt allows to each known agent, worked out once for a site. */
export function accessOf(site: SiteFacts): SiteAccess {
  const access = known.get(site) ?? readAccess(site);
  known.set(site, access);
  return access;
}

function readAccess(site: SiteFacts): SiteAccess {
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
}

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
