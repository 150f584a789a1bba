import { compileRobots, type RobotsRules, type RobotsVerdict } from './compile-robots.ts';
import { lineLimit, type RobotsTxt } from './parse-robots.ts';

/** As long as the longest line that is read: beyond it no pattern reaches, and none is held against megabytes. */
const longestPath = lineLimit;

const compiled = new WeakMap<RobotsTxt, Map<string, RobotsRules>>();

/** The rules of an agent, compiled the first time that they are asked for. */
export function rulesFor(robots: RobotsTxt, agent: string): RobotsRules {
  const known = compiled.get(robots) ?? new Map<string, RobotsRules>();
  compiled.set(robots, known);
  const rules = known.get(agent) ?? compileRobots(robots, agent);
  known.set(agent, rules);
  return rules;
}

/**
 * Whether an agent, given by its product token, may fetch a URL. Where the
 * budget for comparisons is spent nothing is said against the URL: the caller
 * that fetches asks `rulesFor` and takes that for a no.
 */
export function matchRobots(robots: RobotsTxt, agent: string, url: string): RobotsVerdict {
  return rulesFor(robots, agent).match(pathOf(url)) ?? { allowed: true, rule: undefined };
}

/** Seconds that the site asks this agent to wait between requests. */
export function crawlDelaySeconds(robots: RobotsTxt, agent: string): number {
  return robots.delays.get(agent.toLowerCase()) ?? robots.delays.get('*') ?? 0;
}

/** Path, parameters and query of a URL without parsing it: `/` where there is none. */
export function pathOf(url: string): string {
  const authority = /^(?:[^/?;]*:)?\/\//u.exec(url);
  const rest = authority === null ? url : url.slice(authority[0].length);
  const start = rest.search(/[/?;]/u);
  if (start < 0) return '/';
  const end = rest.indexOf('#', start);
  const path = rest.slice(start, Math.min(end < 0 ? rest.length : end, start + longestPath));
  return path.startsWith('/') ? path : `/${path}`;
}
