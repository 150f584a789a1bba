import { Anchor, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries, siteTrend } from '../../api/queries.ts';
import type { OwnImports, Performance, UsageRecord } from '../../api/schema.ts';
import { useIsWorking } from '../../api/use-callers.ts';
import { pathOf, watchQueries } from '../../api/watch.ts';
import { workspaceQueries } from '../../api/workspace.ts';
import { askedText } from '../../asked-text.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { ago, counted, credits, number, percent, signed } from '../../format.ts';
import { AuditNow } from '../../parts/audit-now.tsx';
import { callName } from '../../parts/call-status.tsx';
import { ErrorState, Section } from '../../parts/page.tsx';
import { Hint, LinkButton, TextLink } from '../../parts/text.tsx';
import { readableDomain } from '../../readable-domain.ts';
import { Link } from '../../router.tsx';
import { outcomeText, trackerBadge, trackerLink } from '../explorer/tracker-words.ts';
import classes from './home.module.css';

/** The latest tool calls, asked for once for all that look at them. */
export const latestCalls = { tool: '*', limit: 6 };

const shown = 5;

interface HomeListProps {
  readonly title: string;
  /** Where all of them are. */
  readonly all?: readonly [href: string, name: string];
  readonly rows: readonly Readonly<Record<'id' | 'href' | 'name' | 'note' | 'end', string>>[] | undefined;
}

/** The latest of something, each leading to it; nothing where there is none. */
export function HomeList({ title, all, rows = [] }: HomeListProps) {
  if (rows.length === 0) return null;
  const more = all ? (
    <TextLink underline="hover" href={all[0]}>
      {all[1]}
    </TextLink>
  ) : null;
  return (
    <Section title={title} actions={more}>
      <ul className={classes.list}>
        {rows.map(({ id, href, name, note, end }) => (
          <li key={id}>
            <Link href={href} className={classes.row} data-plain>
              <bdi className={classes.name}>{name}</bdi>
              <span className={classes.dim}>{note}</span>
              <span className={classes.dim}>{end}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What was done and what happened last; undefined until all is known: a list that came later would push the others down. */
export function useHomeLists(): readonly HomeListProps[] | undefined {
  const enabled = useIsWorking();
  const events = useQuery({ ...watchQueries.events(shown), enabled });
  const trackers = useQuery({ ...workspaceQueries.trackers, enabled });
  const audits = useQuery({ ...queries.usagePage({ tool: 'audit_site', limit: shown }), enabled });
  const calls = useQuery(queries.usagePage(latestCalls));
  if (events.isLoading || trackers.isLoading || audits.isLoading || calls.isLoading) return undefined;
  const scheduled = trackers.data?.filter(({ schedule }) => schedule !== null).slice(0, shown);
  return [
    {
      title: 'Events',
      all: ['/events', 'All events'],
      rows: events.data?.map(({ id, summary, link, at }) => {
        return { id, href: pathOf(link), name: summary, note: '', end: ago(at) };
      }),
    },
    {
      title: 'Tracked',
      rows: scheduled?.map((tracker) => ({
        id: tracker.id,
        href: trackerLink(tracker),
        name: tracker.name,
        note: outcomeText(tracker),
        end: trackerBadge(tracker).text,
      })),
    },
    // Each opened again for nothing.
    { title: 'Audits', rows: audits.data && latestOfEach(audits.data.records) },
    { title: 'Latest calls', all: ['/activity', 'All activity'], rows: calls.data?.records.map(rowOf) },
  ];
}

/** The newest of each site. */
function latestOfEach(records: readonly UsageRecord[]) {
  const kept = records.filter(({ has_answer }) => has_answer).map(rowOf);
  return [...new Map(kept.toReversed().map((row) => [row.name, { ...row, note: '' }])).values()].toReversed();
}

function rowOf(record: UsageRecord) {
  const [about, name] = [askedText(record.arguments), callName(record)];
  return {
    id: record.id,
    href: addressOf(record),
    name: about || name,
    note: [about && name, record.error_type && 'failed'].filter(Boolean).join(', '),
    end: ago(record.created_at),
  };
}

/** The kept answer where there is one, else the call. */
function addressOf({ id, tool, request_id, has_answer }: UsageRecord): string {
  return tool && has_answer ? `/explorer/${tool}/${request_id}` : `/activity?call=${id}`;
}

const shownDays = 30;
const dayMs = 86_400_000;

/** A day of UTC, as the service counts them. */
const dayBefore = (count: number) => new Date(Date.now() - count * dayMs).toISOString().slice(0, 10);

/** What the last days cost, in one line. */
export function SpendLine() {
  const { data, error, refetch } = useQuery(queries.usageSummary(dayBefore(shownDays - 1), dayBefore(0)));
  const { data: balance } = useQuery(queries.credits);
  const { data: session } = useQuery(queries.session);
  if (error) return <ErrorState error={error} retry={() => refetch()} />;
  if (!data || data.calls === 0) return null;
  return (
    <Hint>
      {credits(data.credits_charged)} in {shownDays} days, {number(data.calls)} calls,{' '}
      {percent(data.failed / data.calls)} failed. {number(balance?.balance)} left.{' '}
      {session?.role === 'member' ? null : (
        <Anchor component={Link} href="/billing" inherit>
          Usage and spend
        </Anchor>
      )}
    </Hint>
  );
}

interface SiteRowProps {
  readonly entry: OwnImports['sites'][number];
}

/** More sites than these are on their own page. */
const shownSites = 8;

/** Own sites with their clicks, what changed and what to do first; without one, how to bring it. */
export function HomeSites() {
  const isWorking = useIsWorking();
  const { data } = useQuery({ ...queries.imports, enabled: isWorking });
  if (!data) return null;
  if (data.sites.length === 0) return <OwnSiteFirst />;
  return (
    <Section
      title="Your sites"
      actions={
        <TextLink underline="hover" href="/sites">
          Add a site
        </TextLink>
      }
    >
      <ul className={classes.list}>
        {data.sites.slice(0, shownSites).map((entry) => (
          <li key={entry.site} className={classes.site}>
            <SiteRow entry={entry} />
            <TextLink
              href={`/sites/${entry.site}?tab=queries`}
              className={classes.beside}
              aria-label={`Queries of ${readableDomain(entry.site)}`}
            >
              Queries
            </TextLink>
            <AuditNow
              site={entry.site}
              label="Audit"
              size="compact-sm"
              variant="subtle"
              visibleFrom="sm"
              miw={128}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function SiteRow({ entry: { site, clicks, opportunities } }: SiteRowProps) {
  const { data } = useQuery(queries.performance(site, siteTrend));
  // After what stands in the line already.
  const { data: own } = useQuery({ ...queries.ownSite(site, 1), enabled: data !== undefined });
  const [first] = own?.opportunities ?? [];
  const found = Object.values(opportunities).reduce((sum, count) => sum + count, 0);
  const isMonthly = (first?.estimated_clicks_per_month ?? null) !== null;
  const toWin = first?.estimated_clicks_per_month ?? first?.estimated_clicks ?? null;
  return (
    <Link href={`/sites/${site}`} className={classes.row}>
      <bdi className={classes.name}>{readableDomain(site)}</bdi>
      <span className={classes.figure}>{number(data?.totals.clicks ?? clicks)} clicks</span>
      <span className={classes.dim}>{data ? spanText(data) : ''}</span>
      <Sparkline values={data?.rows.map((row) => row.clicks) ?? []} unit="clicks a day" />
      <span className={classes.dim}>
        {first
          ? `${first.query ?? 'A page'}: ${number(toWin)} clicks${isMonthly ? ' a month' : ''} to win`
          : `${number(found)} opportunities`}
      </span>
    </Link>
  );
}

/** `+4.2% in 28 days`: an export has days of its own. */
function spanText({ from, to, totals: { clicks: now }, totals_before }: Performance): string {
  if (from === null || to === null) return '';
  const was = totals_before?.clicks;
  const change = was ? `${signed((now - was) / was, percent)} ` : '';
  return `${change}in ${counted(Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1, 'day')}`;
}

function OwnSiteFirst() {
  return (
    <Section title="Start with your own site" lead="Connect Search Console or drop an export: both are free.">
      <Group gap="sm">
        <LinkButton href="/sites">Bring your own site</LinkButton>
        <LinkButton href="/explorer/audit_site" variant="default">
          Audit a site
        </LinkButton>
      </Group>
    </Section>
  );
}
