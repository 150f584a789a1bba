import { checkCatalog, checksBySubject } from '../checks/catalog.ts';
import { type Check, type Severity, weightOf } from '../checks/check.ts';

const severityWords: Readonly<Record<Severity, string>> = { high: 'error', medium: 'warning', low: 'notice' };

const scopeWords: Readonly<Record<Check['scope'], string>> = {
  response: 'every page that answered',
  document: 'every audited page',
  cross: 'pages compared with each other',
  site: 'the site as a whole',
};

/** The reference page of all checks, as Markdown: what each means, when it fires, how to fix it. */
export function checksReference(): string {
  const sections = [...checksBySubject].map(([subject, checks]) => sectionOf(subject, checks));
  return `${[introduction(), contents(), ...sections].join('\n\n')}\n`;
}

function introduction(): string {
  const count = (severity: Severity) => checkCatalog.filter((check) => check.severity === severity).length;
  return [
    '# Checks of audit_site',
    '',
    `${checkCatalog.length} checks: ${count('high')} errors (\`high\`), ${count('medium')} warnings (\`medium\`) and ${count('low')} notices (\`low\`).`,
    'A page keeps 96% of its points for each unit of weight of an error and 98% for each of a warning; notices take none.',
    'Faults of the site as a whole take from the mean of the pages in the same way, and the site keeps the share of its addresses that work: a dead one counts once, and not again on the pages that refer to it.',
  ].join('\n');
}

function contents(): string {
  return [...checksBySubject]
    .map(([subject, checks]) => `- [${subject}](#${anchorOf(subject)}) (${checks.length})`)
    .join('\n');
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/gu, '')
    .replaceAll(' ', '-');
}

function sectionOf(subject: string, checks: readonly Check[]): string {
  return [`<a id="${anchorOf(subject)}"></a>`, `## ${subject}`, ...checks.map(entryOf)].join('\n\n');
}

function entryOf(check: Check): string {
  const weight = check.severity === 'low' ? '' : `, weight ${weightOf(check)}`;
  return [
    // The anchor that answers point to, whatever a renderer makes of headings.
    `<a id="${check.id}"></a>`,
    '',
    `### ${check.id}`,
    '',
    `**${inline(check.title)}** ${inline(check.why)}`,
    '',
    `- Severity: \`${check.severity}\` (${severityWords[check.severity]}${weight}), looked at in ${scopeWords[check.scope]}`,
    `- Found when: ${inline(check.threshold)}`,
    `- To fix it: ${inline(check.remedy)}`,
    `- Source: ${inline(check.source)}`,
  ].join('\n');
}

/** Angle brackets outside code would vanish as HTML tags. */
function inline(text: string): string {
  return text
    .split(/(`[^`]*`)/u)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;').replaceAll('>', '&gt;')))
    .join('');
}

/** Name of the served page that explains every check, below `/docs/`. */
export const checksPage = 'checks';

/** Where the served reference explains a check: a path on the service. */
export function explanationOf(issue: string): string {
  return `/docs/${checksPage}#${issue}`;
}
