import { Badge, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OwnSite, Tracker } from '../../api/schema.ts';
import { workspaceQueries } from '../../api/workspace.ts';
import { number } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { Grid } from '../../grid/grid.tsx';
import { QueryState } from '../../parts/page.tsx';
import { Hint } from '../../parts/text.tsx';
import { ToolLink } from '../explorer/tool-link.tsx';
import { TrackerGrid } from '../trackers/tracker-grid.tsx';
import type { Subject } from './site-slices.ts';
import { Change } from './site-table.tsx';

type IndexStatus = NonNullable<OwnSite['index_status']>;
type InspectedPage = IndexStatus['pages'][number];

interface SiteIndexProps {
  readonly site: string;
  readonly status: IndexStatus;
  readonly onOpen: (subject: Subject) => void;
}

const problems = { not_indexed: 'Not indexed', canonical_mismatch: 'Other canonical' } as const;

/** What Google says of the pages with the most clicks, and of those that lost most. */
export function SiteIndex({ site, status, onOpen }: SiteIndexProps) {
  const { inspected, pages, not_indexed: missing, canonical_mismatch: mismatched } = status;
  return (
    <>
      <Text mb="xs">
        {number(inspected)} pages were checked by URL Inspection, each once a week: {number(missing)} not
        indexed, {number(mismatched)} under another canonical.
        {pages.length < inspected ? ` The first ${number(pages.length)} are here, problems first.` : ''}
      </Text>
      <Grid
        label="Index status"
        rows={pages}
        columns={indexColumns(site)}
        onOpen={({ page }: InspectedPage) => onOpen({ kind: 'page', name: page })}
      />
    </>
  );
}

const indexColumns = (site: string): readonly Column<InspectedPage>[] => [
  { header: 'Page', width: 260, value: 'page', site },
  {
    header: 'Problem',
    width: 130,
    value: ({ problem }) => problem && problems[problem],
    cell: ({ problem }) =>
      problem ? <Badge color={problem === 'not_indexed' ? 'red' : 'yellow'}>{problems[problem]}</Badge> : '–',
  },
  { header: 'Google says', width: 230, value: ({ coverage_state, verdict }) => coverage_state ?? verdict },
  { header: 'Clicks, 28 days', width: 126, value: 'clicks', as: 'number' },
  {
    header: 'Clicks +/−',
    width: 92,
    value: ({ clicks, clicks_before }) => clicks - clicks_before,
    cell: ({ clicks, clicks_before }) => <Change by={clicks - clicks_before} />,
    as: 'number',
    isMinor: true,
  },
  { header: 'Last crawl', width: 100, value: 'last_crawl', as: 'day', isMinor: true },
  {
    header: 'Google’s canonical',
    width: 220,
    value: 'google_canonical',
    site,
    isMinor: true,
    isQuiet: true,
  },
  { header: 'Declared', width: 220, value: 'declared_canonical', site, isMinor: true, isQuiet: true },
];

/** Who links to the site: a call, since the links of the web are not the account's own. */
export function SiteLinks({ site }: { readonly site: string }) {
  return (
    <Group gap="sm">
      <Text>See the links you uploaded and those found on the web.</Text>
      <ToolLink tool="inspect_backlinks" args={{ domain: site }} />
    </Group>
  );
}

/** Questions about the site that are asked by themselves. */
export function SiteTracked({ site }: { readonly site: string }) {
  return (
    <QueryState query={useQuery(workspaceQueries.trackers)}>
      {(data) => {
        const tracked = data.filter((question) => question.schedule && isAbout(question, site));
        if (tracked.length === 0) return <Hint>Nothing is tracked yet. Select queries and press Track.</Hint>;
        return <TrackerGrid label="Tracked" trackers={tracked} />;
      }}
    </QueryState>
  );
}

function isAbout({ args: asked }: Tracker, site: string): boolean {
  return Object.values(asked).some((value) => typeof value === 'string' && value.includes(site));
}
