import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import type { UsageRecord } from '../../api/schema.ts';
import { useIsWorking } from '../../api/use-callers.ts';
import { pathOf, watchQueries } from '../../api/watch.ts';
import { workspaceQueries } from '../../api/workspace.ts';
import { askedText } from '../../asked-text.ts';
import { ago, credits, number, percent } from '../../format.ts';
import { callName } from '../../parts/call-status.tsx';
import { Section } from '../../parts/page.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { Link } from '../../router.tsx';
import { outcomeText, trackerBadge, trackerLink } from '../explorer/tracker-words.ts';
import classes from './home.module.css';

/** The latest tool calls, asked for once for all that look at them. */
export const latestCalls = { tool: '*', limit: 6 };

const shown = 5;

/** Questions that are asked by themselves, with how the latest went. */
export function Tracked() {
  const isWorking = useIsWorking();
  const { data = [] } = useQuery({ ...workspaceQueries.trackers, enabled: isWorking });
  const tracked = data.filter(({ schedule }) => schedule !== null);
  if (tracked.length === 0) return null;
  return (
    <Section title="Tracked">
      <ul className={classes.list}>
        {tracked.slice(0, shown).map((tracker) => (
          <li key={tracker.id}>
            <Link href={trackerLink(tracker)} className={classes.row} data-plain>
              <bdi className={classes.name}>{tracker.name}</bdi>
              <span className={classes.dim}>{outcomeText(tracker)}</span>
              <span>{trackerBadge(tracker).text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What the account was told last. */
export function LatestEvents() {
  const isWorking = useIsWorking();
  const { data = [] } = useQuery({ ...watchQueries.events(shown), enabled: isWorking });
  if (data.length === 0) return null;
  return (
    <Section
      title="Events"
      actions={
        <Anchor underline="hover" component={Link} href="/events" size="sm">
          All events
        </Anchor>
      }
    >
      <ul className={classes.list}>
        {data.map(({ id, summary, link, at }) => (
          <li key={id}>
            <Link href={pathOf(link)} className={classes.row} data-plain>
              <span className={classes.name}>{summary}</span>
              <span className={classes.dim}>{ago(at)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The last audits, each opened again for nothing. */
export function Audits() {
  const isWorking = useIsWorking();
  const { data } = useQuery({
    ...queries.usagePage({ tool: 'audit_site', limit: shown }),
    enabled: isWorking,
  });
  const audits = (data?.records ?? []).filter(({ credits_charged }) => credits_charged > 0);
  if (audits.length === 0) return null;
  return (
    <Section title="Audits">
      <Calls records={audits} />
    </Section>
  );
}

/** The latest tool calls of the account, of all its people and keys. */
export function LatestCalls() {
  const { data } = useQuery(queries.usagePage(latestCalls));
  if (!data || data.records.length === 0) return null;
  return (
    <Section
      title="Latest calls"
      actions={
        <Anchor underline="hover" component={Link} href="/activity" size="sm">
          All activity
        </Anchor>
      }
    >
      <Calls records={data.records} />
    </Section>
  );
}

function Calls({ records }: { readonly records: readonly UsageRecord[] }) {
  return (
    <ul className={classes.list}>
      {records.map((record) => {
        const [about, name] = [askedText(record.arguments), callName(record)];
        const facts = [about && name, record.error_type && 'failed'].filter(Boolean);
        return (
          <li key={record.id}>
            <Link href={addressOf(record)} className={classes.row} data-plain>
              <bdi className={classes.name}>{about || name}</bdi>
              <span className={classes.dim}>{facts.join(', ')}</span>
              <span className={classes.dim}>{ago(record.created_at)}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** The kept answer where there is one. */
function addressOf({ tool, request_id, credits_charged }: UsageRecord): string {
  return tool && credits_charged > 0 ? `/explorer/${tool}/${request_id}` : '/activity';
}

/** What the last days cost, in one line. */
export function SpendLine({ since, until }: { readonly since: string; readonly until: string }) {
  const { data, error, refetch } = useQuery(queries.usageSummary(since, until));
  const { data: balance } = useQuery(queries.credits);
  const { data: session } = useQuery(queries.session);
  if (error) return <ErrorState error={error} retry={() => refetch()} />;
  if (!data) return null;
  const failed = data.calls > 0 ? `, ${percent(data.failed / data.calls)} failed` : '';
  return (
    <Text size="sm" c="dimmed">
      {credits(data.credits_charged)} in 30 days, {number(data.calls)} calls{failed}.{' '}
      {number(balance?.balance)} left.{' '}
      {session?.role === 'member' ? null : (
        <Anchor component={Link} href="/billing" inherit>
          Usage and spend
        </Anchor>
      )}
    </Text>
  );
}
