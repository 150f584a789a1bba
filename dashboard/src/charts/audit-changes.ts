import { words } from '../format.ts';
import { checkTitle, escaped, issuesOf, pagesText } from './audit-tickets.ts';
import { type Data, num, rows, text } from './read.ts';

/** With their colors; what is worse comes first. */
export const changeKinds = { new: 'red', more: 'yellow', fewer: 'glass', gone: 'glass' };
const order = Object.keys(changeKinds);

/** How one kind of fault changed between two audits of a site. */
export interface AuditChange {
  readonly kind: keyof typeof changeKinds;
  readonly title: string;
  /** What it was then and is now, in words. */
  readonly facts: string;
}

/** Less than this is rounding. */
const leastPoints = 0.05;

/**
 * How the faults of two audits of a site differ. The inline lists of an answer
 * hold its most severe faults alone, so that a fault missing there says
 * nothing: what is new or gone is told from the score, which names all that
 * costs points. Pages are compared where both answers tell them.
 */
export function auditChanges(before: Data, after: Data): readonly AuditChange[] {
  const [then, now] = [faultsOf(before), faultsOf(after)];
  return [...new Set([...now.keys(), ...then.keys()])]
    .map((issue) => changeOf(then.get(issue) ?? none, now.get(issue) ?? none))
    .filter((change) => change !== undefined)
    .toSorted((left, right) => order.indexOf(left.kind) - order.indexOf(right.kind));
}

interface Fault {
  readonly title: string;
  /** Points of the score that it costs. */
  readonly cost: number;
  /** Null where the answer does not tell them. */
  readonly pages: number | null;
}

const none: Fault = { title: '', cost: 0, pages: null };

function faultsOf(audit: Data): ReadonlyMap<string, Fault> {
  const told = new Map(issuesOf(audit).map((issue) => [issue.issue, issue]));
  const costs = new Map(
    rows(audit, 'score_breakdown').map((entry) => [text(entry, 'issue'), -(num(entry, 'points') ?? 0)]),
  );
  costs.delete('base');
  return new Map(
    [...new Set([...costs.keys(), ...told.keys()])].map((issue) => {
      const { title = checkTitle(issue), pages = null } = told.get(issue) ?? {};
      return [issue, { title, cost: costs.get(issue) ?? 0, pages }];
    }),
  );
}

function changeOf(then: Fault, now: Fault): AuditChange | undefined {
  const title = now.title || then.title;
  const [had, has] = [then.cost >= leastPoints, now.cost >= leastPoints];
  if (has && !had) return { kind: 'new', title, facts: amount(now) };
  if (had && !has) return { kind: 'gone', title, facts: `was ${amount(then)}` };
  const isByPages = then.pages !== null && now.pages !== null;
  const step = isByPages ? now.pages - then.pages : now.cost - then.cost;
  if (Math.abs(step) < leastPoints) return undefined;
  const facts = isByPages
    ? `${pagesText(then.pages)} → ${pagesText(now.pages)}`
    : `${then.cost.toFixed(1)} → ${points(now)}`;
  return { kind: step > 0 ? 'more' : 'fewer', title, facts };
}

const points = ({ cost }: Fault) => `${cost.toFixed(1)} points`;
const amount = (fault: Fault) =>
  fault.pages === null ? points(fault) : `${pagesText(fault.pages)}, ${points(fault)}`;

/** Where it says how many pages each audit read, which the counts depend on. */
export function readPagesText(before: Data, after: Data): string {
  const [then, now] = [num(before, 'pages_audited'), num(after, 'pages_audited')];
  return then === now ? '' : ` It read ${pagesText(then)}, this one ${pagesText(now)}.`;
}

/** The changes as a section behind the tickets; `since` is a date in words. */
export function changesInMarkdown(changes: readonly AuditChange[], since: string): string {
  const lines = changes.map(({ kind, title, facts }) => `- ${words(kind)}: ${escaped(title)} (${facts})`);
  return `## Changes since the audit of ${since}\n\n${lines.length > 0 ? lines.join('\n') : 'None.'}\n`;
}
