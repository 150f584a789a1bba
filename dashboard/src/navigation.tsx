import { NavLink, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queries, siteTrend } from './api/queries.ts';
import type { SignedIn } from './api/session.ts';
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

interface PageEntry {
  readonly path: string;
  readonly label: string;
  readonly icon: ReactNode;
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
  const { path } = useLocation();
  return (
    <>
      <PageLink path="/" label="Home" icon={<OverviewIcon />} isCurrent={isWithin(path, '/')} />
      {role === 'billing' ? null : (
        <>
          <PageLink path="/events" label="Events" icon={<BellIcon />} isCurrent={isWithin(path, '/events')} />
          <SiteLinks path={path} />
          <ResearchLinks path={path} />
        </>
      )}
      <PageGroup name="Account">
        {accountPages
          .filter(({ notFor }) => notFor !== role)
          .map(({ path: to, label, icon }) => (
            <PageLink key={to} path={to} label={label} icon={icon} isCurrent={isWithin(path, to)} />
          ))}
      </PageGroup>
    </>
  );
}

interface PageGroupProps {
  readonly name: string;
  readonly children: ReactNode;
}

function PageGroup({ name, children }: PageGroupProps) {
  return (
    <section aria-label={name}>
      <div className={classes.group}>{name}</div>
      <Stack gap={0}>{children}</Stack>
    </section>
  );
}

/** More sites than these are found on the page of all. */
const sitesShown = 6;

/** Each own site by its name. */
function SiteLinks({ path }: { readonly path: string }) {
  const { data } = useQuery(queries.imports);
  const sites = (data?.sites ?? []).slice(0, sitesShown);
  return (
    <PageGroup name="Sites">
      <PageLink
        path="/sites"
        label="Your sites"
        icon={<SiteIcon />}
        isCurrent={isWithin(path, '/sites') && !sites.some(({ site }) => path === `/sites/${site}`)}
      />
      {sites.map(({ site }) => {
        const to = `/sites/${site}`;
        return (
          <PageLink key={site} path={to} label={readableDomain(site)} isCurrent={path === to}>
            <SiteTrend site={site} />
          </PageLink>
        );
      })}
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
function ResearchLinks({ path }: { readonly path: string }) {
  const { data } = useQuery(queries.capabilities);
  const tools = data?.data.tools.map(({ name }) => name) ?? Object.keys(toolSubjects);
  return (
    <PageGroup name="Research">
      {Object.entries(toolSubjects)
        .filter(([name]) => tools.includes(name))
        .map(([name, label]) => (
          <PageLink
            key={name}
            path={`/explorer/${name}`}
            label={label}
            isCurrent={isWithin(path, `/explorer/${name}`)}
          />
        ))}
      <PageLink path="/crawls" label="Crawls" isCurrent={isWithin(path, '/crawls')} />
      <PageLink path="/trackers" label="Tracked" isCurrent={isWithin(path, '/trackers')} />
    </PageGroup>
  );
}

interface PageLinkProps {
  readonly path: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly isCurrent: boolean;
  readonly children?: ReactNode;
}

function PageLink({ path, label, icon, isCurrent, children }: PageLinkProps) {
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
