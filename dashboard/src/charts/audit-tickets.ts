import titles from '../api/check-titles.json' with { type: 'json' };
import { counted, decimal, number, words } from '../format.ts';
import { type Data, num, rows, text, texts } from './read.ts';

/** The issues of an audit in the order of its advice, each followed by what the same work mends. */
export function issuesOf(data: Data): readonly AuditIssue[] {
  const byCode = (list: string) => new Map(rows(data, list).map((entry) => [text(entry, 'issue'), entry]));
  const [advice, clusters] = [byCode('recommendations'), byCode('issue_clusters')];
  const advised = [...advice].flatMap(([code, entry]) => [
    code,
    ...texts(entry, 'also_mends').filter((other) => clusters.has(other)),
  ]);
  return [...new Set([...advised, ...clusters.keys()])].map((code) =>
    issueOf(code, advice.get(code) ?? {}, clusters.get(code) ?? {}),
  );
}

const titleByCheck = new Map<string, string>(Object.entries(titles));

/** What a check finds, in plain words; an answer does not repeat it for each page. */
export const checkTitle = (issue: string): string => titleByCheck.get(issue) ?? words(issue);

/** One kind of fault of a site, with all that an audit's answer says of it. */
export type AuditIssue = ReturnType<typeof issueOf>;

function issueOf(issue: string, advice: Data, cluster: Data) {
  const [example, urls] = [text(advice, 'example_url'), texts(cluster, 'sample_urls')];
  return {
    issue,
    severity: text(advice, 'severity') || text(cluster, 'severity'),
    title: text(advice, 'title') || text(cluster, 'title') || checkTitle(issue),
    action: text(advice, 'action'),
    pages: num(cluster, 'affected_pages') ?? num(advice, 'affected_pages'),
    // What search brings to the pages that have it; null where the account has no figures of them.
    clicks: num(advice, 'own.clicks'),
    gain: num(advice, 'gain'),
    urls: urls.length > 0 || !example ? urls : [example],
    selector: text(cluster, 'evidence.selector'),
    excerpt: text(cluster, 'evidence.excerpt'),
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
  return `${issues.flatMap((issue) => ticketOf(domain, issue)).join('\n\n')}\n`;
}

function ticketOf(domain: string, issue: AuditIssue): readonly string[] {
  return [
    `## ${escaped(issue.title)} (${domain})`,
    `Severity: ${issue.severity || 'unknown'}, ${factsOf(issue).join(', ')}`,
    issue.action && escaped(issue.action),
    issue.excerpt && `Seen in ${escaped(issue.selector || 'the page')}:\n\n${quoted(issue.excerpt)}`,
    issue.urls.map((url) => `- [ ] <${url}>`).join('\n'),
  ].filter(Boolean);
}

/** Text of a page stays text: in a block of code nothing of it is markup. */
function quoted(excerpt: string): string {
  return excerpt.replaceAll(/^/gmu, '    ');
}

/** Text of a page stays text in Markdown. */
export function escaped(sentence: string): string {
  return sentence.replaceAll(/[\\`*_<>[\]#]/gu, '\\$&');
}
