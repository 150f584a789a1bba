import '@mantine/spotlight/styles.css';
import { Text } from '@mantine/core';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queries } from './api/queries.ts';
import type { OwnImports } from './api/schema.ts';
import { workspaceQueries } from './api/workspace.ts';
import { explorerLink, runNext } from './explorer-link.ts';
import { credits } from './format.ts';
import { pageHeads } from './page-heads.ts';
import { lastMarket } from './pages/explorer/last-market.ts';
import { trackerLink } from './pages/explorer/tracker-words.ts';
import { readableDomain } from './readable-domain.ts';
import { navigate } from './router.tsx';
import { toolSubjects } from './tool-subjects.ts';

/** Pages that one does not go to by name: they are led to, or stand below under the names of the tools. */
const ledTo: readonly string[] = ['sign-in', 'explorer', 'shared', 'invitation'];

const pages = [
  ...Object.entries(pageHeads)
    .filter(([section]) => !ledTo.includes(section))
    .map(([section, { title }]) => choice(title, `/${section}`)),
  ...Object.entries(toolSubjects).map(([tool, label]) => choice(label, `/explorer/${tool}`)),
  choice('Documentation', '/docs'),
];

/** Leads somewhere; what has a price is asked at once. */
function choice(label: string, href: string, price?: number) {
  const onClick = () => {
    if (href.startsWith('/docs')) return location.assign(href);
    if (price !== undefined) runNext();
    navigate(href);
  };
  const rightSection = price && (
    <Text span size="xs">
      {credits(price)}
    </Text>
  );
  return { id: `${href} ${label}`, label, rightSection, dimmedSections: false, onClick };
}

/** One box for whatever a person has in mind: what it is, is told by how it looks. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [query, setQuery] = useState('');
  const groups = useGroups(query.trim());
  useEffect(() => {
    const before = document.activeElement;
    spotlight.open();
    return () => {
      spotlight.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <Spotlight
      actions={groups}
      filter={(_, all) => all}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      // The box keeps its place while the list below it grows and shrinks.
      centered={false}
      yOffset="12vh"
      attributes={{ content: { 'aria-label': 'Search or ask' } }}
      searchProps={{ placeholder: 'Domain, address, keyword or page', 'aria-label': 'Search or ask' }}
    />
  );
}

const mostFound = 6;

function useGroups(query: string) {
  const { data: imports } = useQuery(queries.imports);
  const { data: capabilities } = useQuery(queries.capabilities);
  const { data: questions } = useQuery(workspaceQueries.trackers);
  const tools = new Map(capabilities?.data.tools.map((tool) => [tool.name, tool]));
  const holds = ({ label }: { readonly label: string }) => label.toLowerCase().includes(query.toLowerCase());
  const sites = imports?.sites.map(({ site }) => choice(readableDomain(site), `/sites/${site}`)) ?? [];
  const saved = questions?.map((tracker) => choice(tracker.name, trackerLink(tracker))) ?? [];
  const asked = Object.entries(callsFor(query)).flatMap(([tool, args]) => {
    const entry = tools.get(tool);
    const label = `${toolSubjects[tool] ?? entry?.title}: ${query}`;
    return entry ? [choice(label, explorerLink(tool, args), entry.credits)] : [];
  });
  return [
    { group: 'Sites', actions: [...ownPage(query, imports?.sites), ...sites.filter(holds)] },
    { group: 'Ask', actions: asked },
    { group: 'Saved', actions: saved.filter(holds) },
    { group: 'Pages', actions: pages.filter(holds) },
    { group: 'Docs', actions: query ? [choice(`Search the docs: ${query}`, docsSearch(query))] : [] },
  ]
    .map(({ group, actions }) => ({ group, actions: actions.slice(0, query ? mostFound : actions.length) }))
    .filter(({ actions }) => actions.length > 0);
}

const docsSearch = (query: string) => `/docs/search?${new URLSearchParams({ q: query })}`;

/** The figures of an address of an own site, which cost nothing. */
function ownPage(query: string, sites: OwnImports['sites'] = []) {
  const page = URL.parse(/^https?:/iu.test(query) ? query : `https://${query}`);
  const own = sites.find(({ site }) => page?.hostname === site || page?.hostname.endsWith(`.${site}`));
  if (!own || !page || page.pathname === '/') return [];
  const opened = new URLSearchParams({ tab: 'pages', open: `page:${page.href}` });
  return [choice(`${readableDomain(own.site)}: ${page.pathname}`, `/sites/${own.site}?${opened}`)];
}

/** The calls that fit: of an address those about a page, of a name with a dot those about a domain, else those about a keyword. */
function callsFor(query: string): Readonly<Record<string, Readonly<Record<string, string>>>> {
  if (query === '') return {};
  const market = lastMarket();
  const bare = query.replace(/^https?:\/\//iu, '');
  if (/^[^\s/]+\.[^\s/.]{2,}\/\S+$/u.test(bare))
    return { inspect_page: { ...market, url: /^https?:/iu.test(query) ? query : `https://${query}` } };
  if (/^[^\s/]+\.[^\s/.\d]{2,}\/?$/u.test(bare)) {
    const domain = bare.replace(/\/$/u, '');
    return {
      inspect_domain: { ...market, domain },
      audit_site: { domain },
      inspect_backlinks: { domain },
      discover_competitors: { ...market, domain },
    };
  }
  return {
    inspect_keyword: { ...market, keyword: query },
    research_keywords: { ...market, seed: query },
    inspect_serp: { ...market, query },
  };
}
