import { Note } from './parts/text.tsx';
import '@mantine/spotlight/styles.css';
import { Text } from '@mantine/core';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queries } from './api/queries.ts';
import { workspaceQueries } from './api/workspace.ts';
import { explorerLink, runNext } from './explorer-link.ts';
import { credits } from './format.ts';
import { pageHeads } from './page-heads.ts';
import { lastMarket } from './pages/explorer/last-market.ts';
import { trackerLink } from './pages/explorer/tracker-words.ts';
import { readableDomain } from './readable-domain.ts';
import { navigate } from './router.tsx';
import { toolSubjects } from './tool-subjects.ts';

interface Choice {
  readonly label: string;
  readonly note?: string;
  readonly href: string;
  /** Asked at once, for its price. */
  readonly isAsked?: boolean;
}

interface Group {
  readonly name: string;
  readonly choices: readonly Choice[];
}

/** Pages that one does not go to by name: they are led to, or stand below under the names of the tools. */
const ledTo: readonly string[] = ['sign-in', 'explorer', 'shared', 'invitation'];

const pages: readonly Choice[] = [
  ...Object.entries(pageHeads)
    .filter(([section]) => !ledTo.includes(section))
    .map(([section, { title }]) => ({ label: title, href: `/${section}` })),
  ...Object.entries(toolSubjects).map(([tool, label]) => ({ label, href: `/explorer/${tool}` })),
  { label: 'Documentation', href: '/docs' },
];

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
  const choose = ({ href, isAsked }: Choice) => {
    onClose();
    if (href.startsWith('/docs')) return location.assign(href);
    if (isAsked) runNext();
    navigate(href);
  };
  return (
    <Spotlight.Root query={query} onQueryChange={setQuery} onSpotlightClose={onClose} shortcut={null}>
      <Spotlight.Search
        placeholder="Domain, address, keyword or page"
        aria-label="Search or ask"
        data-autofocus
      />
      <Spotlight.ActionsList>
        {groups.map(({ name, choices }) => (
          <Spotlight.ActionsGroup key={name} label={name}>
            {choices.map((choice) => (
              <Spotlight.Action key={`${choice.href} ${choice.label}`} onClick={() => choose(choice)}>
                <Text span flex={1}>
                  {choice.label}
                </Text>
                <Note span>{choice.note}</Note>
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

const mostFound = 6;

function useGroups(query: string): readonly Group[] {
  const { data: imports } = useQuery(queries.imports);
  const { data: capabilities } = useQuery(queries.capabilities);
  const { data: questions } = useQuery(workspaceQueries.trackers);
  const tools = new Map(capabilities?.data.tools.map((tool) => [tool.name, tool]));
  const holds = ({ label }: Choice) => label.toLowerCase().includes(query.toLowerCase());
  const sites = imports?.sites.map(({ site }) => ({ label: readableDomain(site), href: `/sites/${site}` }));
  const saved = questions?.map((tracker) => ({ label: tracker.name, href: trackerLink(tracker) }));
  const asked = Object.entries(callsFor(query)).flatMap(([tool, args]): Choice[] => {
    const entry = tools.get(tool);
    if (!entry) return [];
    const label = `${toolSubjects[tool] ?? entry.title}: ${query}`;
    return [{ label, note: credits(entry.credits), href: explorerLink(tool, args), isAsked: true }];
  });
  return [
    { name: 'Sites', choices: (sites ?? []).filter(holds) },
    { name: 'Ask', choices: asked },
    { name: 'Saved', choices: (saved ?? []).filter(holds) },
    { name: 'Pages', choices: pages.filter(holds) },
  ]
    .map(({ name, choices }) => ({ name, choices: choices.slice(0, query ? mostFound : choices.length) }))
    .filter(({ choices }) => choices.length > 0);
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
