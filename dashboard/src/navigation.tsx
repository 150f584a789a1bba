import { NavLink, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { queries, siteTrend } from './api/queries.ts';
import type { SignedIn } from './api/session.ts';
import { keep, kept } from './browser-store.ts';
import { Sparkline } from './charts/sparkline.tsx';
import {
  ActivityIcon,
  BellIcon,
  BillingIcon,
  KeyIcon,
  OverviewIcon,
  PeopleIcon,
  PlugIcon,
  SiteIcon,
} from './parts/icons.tsx';
import { readableDomain } from './readable-domain.ts';
import { Link, useLocation } from './router.tsx';
import classes from './shell.module.css';
import { toolSubjects } from './tool-subjects.ts';

interface PageLinkProps {
  readonly path: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Whether the page that is shown is this one, where its address does not say it. */
  readonly isCurrent?: boolean;
  readonly children?: ReactNode;
}

interface PageEntry extends PageLinkProps {
  /** Who has nothing to do there. */
  readonly notFor?: SignedIn['role'];
}

const accountPages: readonly PageEntry[] = [
  { path: '/keys', label: 'API keys', icon: <KeyIcon />, notFor: 'billing' },
  { path: '/connect', label: 'Agents', icon: <PlugIcon />, notFor: 'billing' },
  { path: '/activity', label: 'Activity', icon: <ActivityIcon /> },
  { path: '/billing', label: 'Billing', icon: <BillingIcon />, notFor: 'member' },
  { path: '/people', label: 'Team', icon: <PeopleIcon /> },
];

/** Every page by what it is about: what happened, sites, research, the account. */
export function Navigation({ role }: Pick<SignedIn, 'role'>) {
  return (
    <>
      <PageLink path="/" label="Home" icon={<OverviewIcon />} />
      {role === 'billing' ? null : (
        <>
          <PageLink path="/events" label="Events" icon={<BellIcon />} />
          <SiteLinks />
          <ResearchLinks />
        </>
      )}
      <PageGroup name="Account">
        {accountPages
          .filter(({ notFor }) => notFor !== role)
          .map(({ notFor: _, ...page }) => (
            <PageLink key={page.path} {...page} />
          ))}
      </PageGroup>
    </>
  );
}

interface PageGroupProps {
  readonly name: string;
  readonly rows?: number;
  readonly children: ReactNode;
}

function PageGroup({ name, rows = 0, children }: PageGroupProps) {
  return (
    <section aria-label={name}>
      <div className={classes.group}>{name}</div>
      <Stack gap={0} mih={rows * 32}>
        {children}
      </Stack>
    </section>
  );
}

/** More sites than these are found on the page of all. */
const sitesShown = 6;
const place = 'oriel-navigation';

/** Each own site by its name. */
function SiteLinks() {
  const { path } = useLocation();
  const { data } = useQuery(queries.imports);
  const sites = (data?.sites ?? []).slice(0, sitesShown);
  // As many as there were last time keep their place until they are known.
  const rows = data ? sites.length : Number(kept(place).sites ?? 0);
  useEffect(() => {
    if (data) keep(place, { sites: rows });
  }, [data, rows]);
  return (
    <PageGroup name="Sites" rows={rows + 1}>
      <PageLink
        path="/sites"
        label="Your sites"
        icon={<SiteIcon />}
        isCurrent={isWithin(path, '/sites') && !sites.some(({ site }) => path === `/sites/${site}`)}
      />
      {sites.map(({ site }) => (
        <PageLink key={site} path={`/sites/${site}`} label={readableDomain(site)}>
          <SiteTrend site={site} />
        </PageLink>
      ))}
    </PageGroup>
  );
}

/** Clicks by day, small. */
function SiteTrend({ site }: { readonly site: string }) {
  const { data } = useQuery(queries.performance(site, siteTrend));
  const clicks = data?.rows.map((row) => row.clicks) ?? [];
  return clicks.length > 1 ? <Sparkline values={clicks} unit="clicks a day" width={44} height={18} /> : null;
}

/** The tools by what they are about. */
function ResearchLinks() {
  return (
    <PageGroup name="Research">
      {Object.entries(toolSubjects).map(([name, label]) => (
        <PageLink key={name} path={`/explorer/${name}`} label={label} />
      ))}
      <PageLink path="/crawls" label="Crawls" />
      <PageLink path="/trackers" label="Tracked" />
    </PageGroup>
  );
}

function PageLink({ path, label, icon, isCurrent: isSo, children }: PageLinkProps) {
  const { path: shown } = useLocation();
  const isCurrent = isSo ?? isWithin(shown, path);
  return (
    <NavLink
      component={Link}
      href={path}
      {...(isCurrent && { ref: intoSight })}
      label={label}
      {...(icon === undefined ? {} : { leftSection: icon })}
      rightSection={children}
      active={isCurrent}
      aria-current={isCurrent ? 'page' : undefined}
      className={classes.link}
    />
  );
}

const intoSight = (link: HTMLAnchorElement | null) => link?.scrollIntoView({ block: 'nearest' });

function isWithin(path: string, page: string): boolean {
  return page === '/' ? path === '/' || path === '/sign-in' : path === page || path.startsWith(`${page}/`);
}
