export interface RobotsRule {
  readonly verdict: 'allow' | 'disallow';
  readonly pattern: PathPattern;
  /** The value as written. */
  readonly text: string;
  /** Line number, from 1. */
  readonly line: number;
}

/** Rules for some agents; `*` as an agent stands for every agent that no group names. */
export interface RobotsGroup {
  /** Product tokens in lower case, or `*`. */
  readonly agents: readonly string[];
  readonly rules: readonly RobotsRule[];
}

/** A line that does not do what its writer hoped. */
export interface RobotsFault {
  readonly line: number;
  readonly text: string;
  readonly fault:
    | 'unknown_directive'
    | 'rule_before_user_agent'
    | 'pattern_without_slash'
    | 'dollar_not_last'
    | 'relative_sitemap'
    | 'too_large'
    | 'too_many_rules'
    | 'too_many_wildcards';
}

export interface RobotsTxt {
  readonly groups: readonly RobotsGroup[];
  /** Crawl delay in seconds by agent (a product token in lower case, or `*`); the first one written counts. */
  readonly delays: ReadonlyMap<string, number>;
  /** As written; absolute ones only. */
  readonly sitemaps: readonly string[];
  readonly faults: readonly RobotsFault[];
  /** What the site lets be done with its content, in the order written. */
  readonly signals: readonly ContentSignal[];
}

/** A `Content-Signal` or `Content-Usage` line: `search=yes, ai-train=no`, for the agents of its group. */
export interface ContentSignal {
  /** Product tokens in lower case, or `*`; empty where the line stands before any user-agent. */
  readonly agents: readonly string[];
  /** By use, such as `ai-train`; in lower case. */
  readonly uses: Readonly<Record<string, string>>;
  readonly line: number;
}

/** Google reads 500 KiB of a robots.txt and ignores the rest; RFC 9309, 2.5 asks for no less. */
export const robotsTxtLimitBytes = 500 * 1024;

/** Google's parser cuts lines just short of eight times the longest URL that browsers take (2,083). */
export const lineLimit = 2083 * 8 - 1;

/** Patterns with a wildcard in one file. Each is tried by itself; plain prefixes are looked up and need no bound. */
const mostWildcardRules = 5000;
/** Wildcards in one pattern; the bound is ours, far beyond any that was seen. */
const mostWildcards = 20;
/** Faulty lines that are listed. */
const mostFaults = 1000;

type Directive = 'agent' | 'allow' | 'disallow' | 'sitemap' | 'delay' | 'signal' | 'foreign' | 'unknown';

/** Directive names by prefix, with the misspellings that Google's parser forgives. */
const directivePrefixes: readonly (readonly [string, Directive])[] = [
  ...['user-agent', 'useragent', 'user agent'].map((name) => [name, 'agent'] as const),
  ...['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'].map(
    (name) => [name, 'disallow'] as const,
  ),
  ['allow', 'allow'],
  ...['sitemap', 'site-map'].map((name) => [name, 'sitemap'] as const),
  ['crawl-delay', 'delay'],
  ['content-signal', 'signal'],
  ['content-usage', 'signal'],
  // Known to other search engines or services, of no effect here.
  ...['clean-param', 'host', 'request-rate', 'visit-time', 'noindex'].map(
    (name) => [name, 'foreign'] as const,
  ),
];

interface OpenGroup {
  agents: string[];
  rules: RobotsRule[];
  /** A rule has come, so that the next user-agent line starts another group. */
  isClosed: boolean;
  /** How many of its agents have their delay. */
  delayed: number;
}

interface Parsing {
  readonly groups: OpenGroup[];
  readonly delays: Map<string, number>;
  readonly sitemaps: string[];
  readonly faults: RobotsFault[];
  readonly signals: ContentSignal[];
  wildcardRules: number;
}

/**
 * Reads a robots.txt as RFC 9309 has it, with the leniency of Google's
 * parser: byte order marks, any line ends, white space for a colon,
 * misspelled directives, rules before any user-agent ignored. Never fails;
 * what was ignored is listed in `faults`. Patterns beyond the bounds on wildcards
 * close more than they say rather than less.
 */
export function parseRobots(bytes: Uint8Array): RobotsTxt {
  const parsing: Parsing = {
    groups: [],
    delays: new Map(),
    sitemaps: [],
    faults: [],
    signals: [],
    wildcardRules: 0,
  };
  if (bytes.byteLength > robotsTxtLimitBytes) parsing.faults.push({ line: 0, text: '', fault: 'too_large' });
  // One character for each byte: patterns are compared byte by byte.
  const text = Buffer.from(bytes.subarray(0, robotsTxtLimitBytes)).toString('latin1');
  const lines = text.replace(/^\u00ef(?:\u00bb\u00bf?)?/u, '').split(/\r\n|\r|\n/u);
  for (const [index, line] of lines.entries()) readLine(parsing, line.slice(0, lineLimit), index + 1);
  return parsing;
}

function readLine(parsing: Parsing, line: string, number: number): void {
  const content = line.replace(/#.*$/u, '').trim();
  if (content === '') return;
  const [name, value] = splitLine(content);
  const directive = name === undefined ? 'unknown' : directiveOf(name);
  const fault = readDirective(parsing, directive, value, number);
  if (fault !== undefined && parsing.faults.length < mostFaults)
    parsing.faults.push({ line: number, text: asUtf8(content.slice(0, 200)), fault });
}

/** Takes one directive up, or says what is wrong with it. */
function readDirective(
  parsing: Parsing,
  directive: Directive,
  value: string,
  line: number,
): RobotsFault['fault'] | undefined {
  switch (directive) {
    case 'unknown':
      return 'unknown_directive';
    case 'foreign':
      return undefined;
    case 'signal':
      addSignal(parsing, value, line);
      return undefined;
    case 'agent':
      addAgent(parsing, value);
      return undefined;
    case 'delay':
      addDelay(parsing, Number.parseFloat(value));
      return undefined;
    case 'sitemap':
      if (!/^https?:\/\//iu.test(value)) return 'relative_sitemap';
      parsing.sitemaps.push(asUtf8(value));
      return undefined;
    default:
      return addRule(parsing, { verdict: directive, value, line });
  }
}

function addRule(
  parsing: Parsing,
  { verdict, value, line }: { verdict: RobotsRule['verdict']; value: string; line: number },
): RobotsFault['fault'] | undefined {
  const group = parsing.groups.at(-1);
  if (group === undefined) return 'rule_before_user_agent';
  group.isClosed = true;
  const excess = excessOf(parsing, value);
  if (excess === undefined)
    group.rules.push({ verdict, pattern: readPattern(value), text: asUtf8(value), line });
  // Cut before the wildcard that is too many, a Disallow closes more; an Allow would open more.
  else if (verdict === 'disallow')
    group.rules.push({
      verdict,
      pattern: readPattern(value.slice(0, excess.end) || '/'),
      text: asUtf8(value),
      line,
    });
  if (excess !== undefined) return excess.fault;
  if (value !== '' && !/^[/*]/u.test(value)) return 'pattern_without_slash';
  return /\$./u.test(value) ? 'dollar_not_last' : undefined;
}

/** Where a pattern goes beyond the bounds on wildcards, if it does. */
function excessOf(
  parsing: Parsing,
  value: string,
): { readonly end: number; readonly fault: 'too_many_rules' | 'too_many_wildcards' } | undefined {
  const first = value.indexOf('*');
  if (first < 0) return undefined;
  parsing.wildcardRules += 1;
  if (parsing.wildcardRules > mostWildcardRules) return { end: first, fault: 'too_many_rules' };
  let end = first;
  for (let count = 1; end >= 0 && count <= mostWildcards; count += 1) end = value.indexOf('*', end + 1);
  return end < 0 ? undefined : { end, fault: 'too_many_wildcards' };
}

/** Holds for the agents named so far; a delay does not close their group. */
function addDelay({ groups, delays }: Parsing, seconds: number): void {
  const group = groups.at(-1);
  if (group === undefined || !Number.isFinite(seconds) || seconds < 0) return;
  for (const agent of group.agents.slice(group.delayed)) if (!delays.has(agent)) delays.set(agent, seconds);
  group.delayed = group.agents.length;
}

/** Signals kept; no site has more to say. */
const mostSignals = 50;

/** `search=yes, ai-train=no`; a path may stand first. What is no pair is left out. */
function addSignal({ groups, signals }: Parsing, value: string, line: number): void {
  const pairs = value
    .toLowerCase()
    .split(/[\s,;]+/u)
    .flatMap((pair) => {
      const [, use, choice] = /^([a-z][a-z-]{0,30})=([a-z]{1,10})$/u.exec(pair) ?? [];
      return use !== undefined && choice !== undefined ? [[use, choice] as const] : [];
    });
  if (pairs.length === 0 || signals.length >= mostSignals) return;
  signals.push({ agents: [...(groups.at(-1)?.agents ?? [])], uses: Object.fromEntries(pairs), line });
}

/** `name: value`; or two words without a colon, as some people write it. */
function splitLine(content: string): [string | undefined, string] {
  const colon = content.indexOf(':');
  if (colon >= 0) return [content.slice(0, colon).trim(), content.slice(colon + 1).trim()];
  const words = content.split(/[ \t]+/u);
  return words.length === 2 ? [words[0], words[1] ?? ''] : [undefined, ''];
}

function directiveOf(name: string): Directive {
  const lower = name.toLowerCase();
  return directivePrefixes.find(([prefix]) => lower.startsWith(prefix))?.[1] ?? 'unknown';
}

function addAgent(parsing: Parsing, value: string): void {
  let group = parsing.groups.at(-1);
  if (group === undefined || group.isClosed) {
    group = { agents: [], rules: [], isClosed: false, delayed: 0 };
    parsing.groups.push(group);
  }
  group.agents.push(/^\*(?:\s|$)/u.test(value) ? '*' : productToken(value));
}

/** The leading letters, `_` and `-` of a user agent, in lower case: `Googlebot/2.1` is `googlebot`. */
export function productToken(userAgent: string): string {
  return (/^[a-z_-]*/iu.exec(userAgent)?.[0] ?? '').toLowerCase();
}

function asUtf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** A path pattern of a robots.txt, cut at its wildcards so that matching is a few searches. */
interface PathPattern {
  /** Literal parts between the `*`s. */
  readonly parts: readonly string[];
  readonly isAnchored: boolean;
  /** Length of the pattern as compared: the longer pattern is the more specific one. */
  readonly specificity: number;
}

/**
 * Reads a pattern given one character per byte. Bytes beyond ASCII become
 * `%XX` and escapes get upper-case digits, as in the URLs they are compared
 * with; `$` anchors only as the last character.
 */
export function readPattern(bytes: string): PathPattern {
  const escaped = bytes
    .replaceAll(/%[0-9a-f]{2}/giu, (octet) => octet.toUpperCase())
    .replaceAll(/[\u0080-\u00ff]/gu, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
  const isAnchored = escaped.endsWith('$');
  const body = isAnchored ? escaped.slice(0, -1) : escaped;
  return { parts: body.split('*'), isAnchored, specificity: escaped.length };
}

/** Whether the pattern matches from the start of the path; the leftmost fit of each part decides. */
export function matchesPath({ parts, isAnchored }: PathPattern, path: string): boolean {
  const [first = '', ...rest] = parts;
  if (!path.startsWith(first)) return false;
  const last = rest.pop();
  if (last === undefined) return !isAnchored || path.length === first.length;
  let position = first.length;
  for (const part of rest) {
    const found = path.indexOf(part, position);
    if (found < 0) return false;
    position = found + part.length;
  }
  return isAnchored
    ? path.length - last.length >= position && path.endsWith(last)
    : path.indexOf(last, position) >= 0;
}
