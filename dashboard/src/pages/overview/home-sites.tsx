import { Anchor, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries, siteTrend } from '../../api/queries.ts';
import type { OwnImports } from '../../api/schema.ts';
import { useIsWorking } from '../../api/use-callers.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { number, percent } from '../../format.ts';
import { Section } from '../../parts/page.tsx';
import { readableDomain } from '../../readable-domain.ts';
import { Link } from '../../router.tsx';
import classes from './home.module.css';

/** More sites than these are on their own page. */
const shownSites = 8;

/** Own sites with their clicks, what changed and what to do first; for a new account how to bring one. */
export function HomeSites({ isNew }: { readonly isNew: boolean }) {
  const isWorking = useIsWorking();
  const { data } = useQuery({ ...queries.imports, enabled: isWorking });
  if (!data) return null;
  if (data.sites.length === 0) return isNew ? <OwnSiteFirst /> : null;
  return (
    <Section
      title="Your sites"
      actions={
        <Anchor underline="hover" component={Link} href="/sites" size="sm">
          Add a site
        </Anchor>
      }
    >
      <ul className={classes.list}>
        {data.sites.slice(0, shownSites).map((entry) => (
          <li key={entry.site}>
            <SiteRow entry={entry} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function SiteRow({
  entry: { site, clicks, opportunities },
}: {
  readonly entry: OwnImports['sites'][number];
}) {
  const { data } = useQuery(queries.performance(site, siteTrend));
  const { data: own } = useQuery(queries.ownSite(site));
  const [first] = own?.opportunities ?? [];
  const now = data?.totals.clicks ?? clicks;
  const was = data?.totals_before?.clicks;
  const found = Object.values(opportunities).reduce((sum, count) => sum + count, 0);
  const toWin = first?.estimated_clicks_per_month ?? first?.estimated_clicks ?? null;
  return (
    <Link href={`/sites/${site}`} className={classes.row}>
      <bdi className={classes.name}>{readableDomain(site)}</bdi>
      <span className={classes.figure}>{number(now)} clicks</span>
      <span className={classes.figure}>{was ? changeText(now, was) : ''}</span>
      <Sparkline values={data?.rows.map((row) => row.clicks) ?? []} unit="clicks a day" />
      <span className={classes.dim}>
        {first
          ? `${first.query ?? 'A page'}: ${number(toWin)} clicks to win`
          : `${number(found)} opportunities`}
      </span>
    </Link>
  );
}

function changeText(now: number, was: number): string {
  return `${now >= was ? '+' : '−'}${percent(Math.abs(now - was) / was)}`;
}

function OwnSiteFirst() {
  return (
    <Section title="Start with your own site" lead="Connect Search Console or drop an export: both are free.">
      <Group gap="sm">
        <Button component={Link} href="/sites">
          Bring your own site
        </Button>
        <Button component={Link} href="/explorer/audit_site" variant="default">
          Audit a site
        </Button>
      </Group>
    </Section>
  );
}
