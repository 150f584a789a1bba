import {
  lineLimit,
  matchesPath,
  type RobotsGroup,
  type RobotsRule,
  type RobotsTxt,
  readPattern,
} from './parse-robots.ts';

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

export interface RobotsVerdict {
  readonly allowed: boolean;
  /** The rule that decided; undefined where none matched. */
  readonly rule: RobotsRule | undefined;
}

/** The rules of one agent, in the order in which they decide. */
export interface RobotsRules {
  /** Undefined once the budget is spent: the answer is unknown then. `path` is a path with its query. */
  match(path: string): RobotsVerdict | undefined;
  readonly isSpent: boolean;
}

/**
 * Comparisons for one agent over a whole audit, each of at most `blockLength`
 * characters: two seconds of processor time at worst, and room for 10,000
 * ordinary addresses under 500 patterns with wildcards.
 */
const mostComparisons = 20_000_000;
const blockLength = 64;

/** A pattern that is more than a plain prefix. */
interface Wildcard {
  readonly rule: RobotsRule;
  readonly pattern: RobotsRule['pattern'];
}

interface Tables {
  /** Rules that are plain prefixes, by the length of the prefix. */
  readonly prefixes: Map<number, Map<string, RobotsRule>>;
  /** Patterns without a wildcard that are anchored at their end. */
  readonly whole: Map<string, RobotsRule>;
  readonly wildcards: Map<string, Wildcard>;
}

/**
 * Puts the rules of an agent, given by its product token, in the order in
 * which they decide. All groups that name the agent count together; `*` counts
 * only where none names it. The longest matching pattern wins, and Allow wins
 * a tie (RFC 9309, 2.2.2). Plain prefixes are looked up by length, so that
 * only patterns with wildcards are tried one by one, the longest first.
 */
export function compileRobots(robots: RobotsTxt, agent: string): RobotsRules {
  const tables: Tables = { prefixes: new Map(), whole: new Map(), wildcards: new Map() };
  for (const group of groupsFor(robots, agent)) for (const rule of group.rules) addRule(tables, rule);
  const lengths = [...tables.prefixes.keys()].toSorted((a, b) => b - a);
  const wildcards = [...tables.wildcards.values()].toSorted(
    (a, b) => b.pattern.specificity - a.pattern.specificity || allowFirst(a.rule, b.rule),
  );
  let left = mostComparisons;

  const longestPrefix = (path: string): RobotsRule | undefined => {
    for (const length of lengths) {
      if (length > path.length) continue;
      left -= 1 + length / blockLength;
      const rule = tables.prefixes.get(length)?.get(path.slice(0, length));
      if (rule !== undefined) return rule;
    }
    return undefined;
  };

  /** The first that matches and is at least so specific; undefined where none is. */
  const firstWildcard = (path: string, atLeast: number): Wildcard | undefined => {
    const searchCost = Math.max(1, path.length / blockLength);
    const found = wildcards.find(({ pattern }) => {
      if (pattern.specificity < atLeast) return true;
      left -= path.startsWith(pattern.parts[0] ?? '') ? pattern.parts.length * searchCost : 1;
      return matchesPath(pattern, path);
    });
    return found === undefined || found.pattern.specificity < atLeast ? undefined : found;
  };

  return {
    match(path) {
      if (left <= 0) return undefined;
      const plain = tables.whole.get(path) ?? longestPrefix(path);
      const length = tables.whole.has(path) ? path.length + 1 : (plain?.pattern.specificity ?? 0);
      const wild = firstWildcard(path, Math.max(1, length));
      return verdictOf(strongest(plain, length, wild));
    },
    get isSpent() {
      return left <= 0;
    },
  };
}

function groupsFor({ groups }: RobotsTxt, agent: string): readonly RobotsGroup[] {
  const token = agent.toLowerCase();
  const named = groups.filter((group) => token !== '' && group.agents.includes(token));
  return named.length > 0 ? named : groups.filter((group) => group.agents.includes('*'));
}

function addRule(tables: Tables, rule: RobotsRule): void {
  addPattern(tables, rule, rule.pattern);
  const folder = rule.verdict === 'allow' ? /^(.*\/)index\.htm[^/]*$/u.exec(rule.text)?.[1] : undefined;
  // Allowing a folder's index page allows the folder's own address, as Google reads it.
  if (folder !== undefined) addPattern(tables, rule, readPattern(`${folder}$`));
}

function addPattern(
  { prefixes, whole, wildcards }: Tables,
  rule: RobotsRule,
  pattern: Wildcard['pattern'],
): void {
  const { parts, isAnchored, specificity } = pattern;
  const [first = ''] = parts;
  if (specificity === 0) return;
  if (parts.length > 1) {
    const key = `${parts.join('*')}${isAnchored ? '$' : ''}`;
    wildcards.set(key, { rule: preferred(wildcards.get(key)?.rule, rule), pattern });
    return;
  }
  const table = isAnchored ? whole : (prefixes.get(first.length) ?? new Map<string, RobotsRule>());
  table.set(first, preferred(table.get(first), rule));
  if (!isAnchored) prefixes.set(first.length, table);
}

/** Of two rules with the same pattern: Allow, else the one that stands first. */
function preferred(known: RobotsRule | undefined, rule: RobotsRule): RobotsRule {
  return known === undefined || (known.verdict === 'disallow' && rule.verdict === 'allow') ? rule : known;
}

function allowFirst(a: RobotsRule, b: RobotsRule): number {
  return (a.verdict === 'allow' ? 0 : 1) - (b.verdict === 'allow' ? 0 : 1);
}

function strongest(
  plain: RobotsRule | undefined,
  length: number,
  wild: Wildcard | undefined,
): RobotsRule | undefined {
  if (plain === undefined || wild === undefined) return plain ?? wild?.rule;
  if (wild.pattern.specificity > length) return wild.rule;
  return plain.verdict === 'allow' ? plain : wild.rule;
}

function verdictOf(rule: RobotsRule | undefined): RobotsVerdict {
  return { allowed: rule?.verdict !== 'disallow', rule };
}
