import type { RobotsGroup, RobotsRule, RobotsTxt } from './parse-robots.ts';
import { matchesPath, readPattern } from './path-pattern.ts';

export interface RobotsVerdict {
  readonly allowed: boolean;
  /** The rule that decided; undefined where none matched. */
  readonly rule: RobotsRule | undefined;
}

/**
 * Whether an agent, given by its product token, may fetch a URL. All groups
 * that name the agent count together; `*` counts only where none names it.
 * The longest matching pattern wins, and Allow wins a tie (RFC 9309, 2.2.2).
 */
export function matchRobots(robots: RobotsTxt, agent: string, url: string): RobotsVerdict {
  const path = pathOf(url);
  const groups = groupsFor(robots, agent);
  let best: RobotsRule | undefined;
  let bestPriority = 0;
  for (const group of groups) {
    for (const rule of group.rules) {
      const priority = priorityOf(rule, path);
      const wins = priority > bestPriority || (priority === bestPriority && rule.verdict === 'allow');
      if (priority > 0 && wins) [best, bestPriority] = [rule, priority];
    }
  }
  return { allowed: best?.verdict !== 'disallow', rule: best };
}

/** Seconds that the site asks this agent to wait between requests. */
export function crawlDelaySeconds(robots: RobotsTxt, agent: string): number {
  return robots.delays.get(agent.toLowerCase()) ?? robots.delays.get('*') ?? 0;
}

function groupsFor({ groups }: RobotsTxt, agent: string): readonly RobotsGroup[] {
  const token = agent.toLowerCase();
  const named = groups.filter((group) => token !== '' && group.agents.includes(token));
  return named.length > 0 ? named : groups.filter((group) => group.agents.includes('*'));
}

function priorityOf(rule: RobotsRule, path: string): number {
  if (matchesPath(rule.pattern, path)) return rule.pattern.specificity;
  const folder = rule.verdict === 'allow' ? /^(.*\/)index\.htm[^/]*$/u.exec(rule.text)?.[1] : undefined;
  if (folder === undefined) return 0;
  // Allowing a folder's index page allows the folder's own address, as Google reads it.
  const index = readPattern(`${folder}$`);
  return matchesPath(index, path) ? index.specificity : 0;
}

/** Path, parameters and query of a URL without parsing it: `/` where there is none. */
function pathOf(url: string): string {
  const authority = /^(?:[^/?;]*:)?\/\//u.exec(url);
  const rest = authority === null ? url : url.slice(authority[0].length);
  const start = rest.search(/[/?;]/u);
  if (start < 0) return '/';
  const path = rest.slice(start).replace(/#.*$/su, '');
  return path.startsWith('/') ? path : `/${path}`;
}
