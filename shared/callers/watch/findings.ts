import * as v from 'valibot';
import { type Delta, delta, isFinding } from '#shared/contract/envelope.ts';
import type { NewEvent } from './event-log.ts';

/** An answer that a call was given, with what it shows that the one before did not; as the call sends it. */
export const toldFindings = v.object({
  account_id: v.string(),
  tool: v.string(),
  args: v.record(v.string(), v.unknown()),
  request_id: v.string(),
  findings: v.array(delta),
});
export type Findings = v.InferOutput<typeof toldFindings>;

type Severity = 'high' | 'medium';
type Finding = Pick<NewEvent, 'type' | 'summary' | 'why' | 'data'>;

/** Arguments of more bytes are left out of an event: receivers take small ones. */
const mostArgumentBytes = 4_000;

const more = ({ current, previous }: Delta) => Number(current) - Number(previous);

/** The events of what an answer shows that was not so in the one before. */
export function findingEvents(
  deltas: readonly Delta[],
  { severity, linked }: { readonly severity: Severity; readonly linked: string },
): readonly Finding[] {
  const found = deltas.filter(isFinding);
  const lost = found.filter(({ type }) => type === 'links_to').map(({ subject }) => subject.id);
  const graver = found.filter(
    ({ type, field }) => type === 'audit' && (severity === 'medium' || field === 'issues_high'),
  );
  const [audit] = graver;
  const faults = graver.reduce((sum, delta) => sum + more(delta), 0);
  return [
    ...(audit
      ? [
          {
            ...faultsFound('audit', audit.subject.id, { faults, severity }),
            data: { before: audit.previous, after: audit.current, since: audit.previous_observed_at },
          },
        ]
      : []),
    ...(lost.length > 0 ? [linksLost(lost, linked, 'The previous answer had the link')] : []),
  ];
}

/** More grave faults of a site than the last audit or crawl of it had. */
export function faultsFound(
  what: 'audit' | 'crawl',
  site: string,
  { faults, severity }: { readonly faults: number; readonly severity: Severity },
) {
  return {
    type: 'audit.finding' as const,
    summary: `The ${what} of ${site} found ${faults} more ${faults === 1 ? 'fault' : 'faults'} of ${severity === 'high' ? 'high' : 'high or medium'} severity.`,
    why: `The previous ${what} had fewer.`,
  };
}

/** `before` says what had the links. */
export function linksLost(domains: readonly string[], linked: string, before: string): Finding {
  const others = domains.length - 1;
  return {
    type: 'link.lost',
    summary: `${domains[0]}${others > 0 ? ` and ${others} more` : ''} no longer ${others > 0 ? 'link' : 'links'} to ${linked}.`,
    why: `${before}; this one marks it as lost.`,
    data: { domains: domains.slice(0, namedDomains), lost: domains.length },
  };
}

/** Sites that an event names; it counts all. */
const namedDomains = 40;

/** What was asked, as an event names it. */
export function questionIn(tool: string, args: Readonly<Record<string, unknown>>) {
  const isShort = Buffer.byteLength(JSON.stringify(args)) <= mostArgumentBytes;
  return isShort ? { tool, args } : { tool };
}
