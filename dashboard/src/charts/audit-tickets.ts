import { counted, decimal, number, words } from '../format.ts';
import { type Data, num, part, rows, text, texts } from './read.ts';

/** One kind of fault of a site, with all that an audit's answer says of it. */
export interface AuditIssue {
  /** Its code, such as `http_4xx`. */
  readonly issue: string;
  readonly severity: string;
  readonly title: string;
  /** What to do; empty where the answer holds no advice on it. */
  readonly action: string;
  readonly pages: number | null;
  /** What search brings to the pages that have it; null where the account has no figures of them. */
  readonly clicks: number | null;
  /** Points of the score. */
  readonly gain: number | null;
  /** Some of the pages that have it. */
  readonly urls: readonly string[];
  readonly selector: string;
  readonly excerpt: string;
  /** Address of the page that explains the check. */
  readonly explained: string;
}

/** The issues of an audit in the order of its advice, each followed by what the same work mends. */
export function issuesOf(data: Data): readonly AuditIssue[] {
  const advice = rows(data, 'recommendations');
  const clusters = rows(data, 'issue_clusters');
  const all = clusters.map((entry) => text(entry, 'issue'));
  const advised = advice.flatMap((entry) => [
    text(entry, 'issue'),
    ...texts(entry, 'also_mends').filter((code) => all.includes(code)),
  ]);
  const find = (list: readonly Data[], code: string) =>
    list.find((entry) => text(entry, 'issue') === code) ?? {};
  return [...new Set([...advised, ...all])].map((code) =>
    issueOf(code, find(advice, code), find(clusters, code)),
  );
}

function issueOf(issue: string, advice: Data, cluster: Data): AuditIssue {
  const evidence = part(cluster, 'evidence');
  const example = text(advice, 'example_url');
  const urls = texts(cluster, 'sample_urls');
  return {
    issue,
    severity: text(advice, 'severity') || text(cluster, 'severity'),
    title: text(advice, 'title') || text(cluster, 'title') || words(issue),
    action: text(advice, 'action'),
    pages: num(cluster, 'affected_pages') ?? num(advice, 'affected_pages'),
    clicks: num(part(advice, 'own'), 'clicks'),
    gain: num(advice, 'gain'),
    urls: urls.length > 0 || !example ? urls : [example],
    selector: text(evidence, 'selector'),
    excerpt: text(evidence, 'excerpt'),
    explained: text(cluster, 'explained'),
  };
}

/** What the fault touches and costs: `1 page`, `23,016 clicks`, `8.0 points`. */
export function factsOf({ pages, clicks, gain }: AuditIssue): readonly string[] {
  return [
    pagesText(pages),
    ...(clicks === null ? [] : [`${number(clicks)} clicks`]),
    ...(gain === null || gain < 0.05 ? [] : [`${decimal(gain)} points to gain`]),
  ];
}

export const pagesText = (count: number | null) => counted(count, 'page');

/** The issues as tickets, one section each, for a tracker that takes Markdown. */
export function ticketsOf(domain: string, issues: readonly AuditIssue[]): string {
  return `${issues.map((issue) => ticketOf(domain, issue)).join('\n\n')}\n`;
}

function ticketOf(domain: string, issue: AuditIssue): string {
  const parts = [
    `## ${escaped(issue.title)} (${domain})`,
    `Severity: ${issue.severity || 'unknown'}, ${factsOf(issue).join(', ')}`,
    issue.action && escaped(issue.action),
    issue.excerpt && `Seen in ${escaped(issue.selector || 'the page')}:\n\n${quoted(issue.excerpt)}`,
    issue.urls.map((url) => `- [ ] <${url}>`).join('\n'),
  ];
  return parts.filter((entry) => entry !== '').join('\n\n');
}

/** Text of a page stays text: in a block of code nothing of it is markup. */
function quoted(excerpt: string): string {
  return excerpt
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}

/** Text of a page stays text in Markdown. */
export function escaped(sentence: string): string {
  return sentence.replaceAll(/[\\`*_<>[\]#]/gu, '\\$&');
}
