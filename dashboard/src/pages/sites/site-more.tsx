import { Badge, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OwnSite } from '../../api/schema.ts';
import { workspaceQueries } from '../../api/workspace.ts';
import { number } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { Grid } from '../../grid/grid.tsx';
import { QueryState } from '../../parts/page.tsx';
import { Hint } from '../../parts/text.tsx';
import { ToolLink } from '../explorer/tool-link.tsx';
import { trackerColumns } from '../trackers/tracker-columns.tsx';
import { useSubject } from './site-slices.ts';
import { Change } from './site-table.tsx';

type IndexStatus = NonNullable<OwnSite['index_status']>;
type InspectedPage = IndexStatus['pages'][number];

const problems = { not_indexed: 'Not indexed', canonical_mismatch: 'Other canonical' } as const;

interface SiteIndexProps {
  readonly site: string;
  readonly status: IndexStatus;
}

/** What Google says of the pages with the most clicks, and of those that lost most. */
export function SiteIndex({ site, status }: SiteIndexProps) {
  const { inspected, pages, not_indexed: missing, canonical_mismatch: mismatched } = status;
  const { open } = useSubject();
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
        onOpen={({ page }: InspectedPage) => open({ kind: 'page', name: page })}
      />
    </>
  );
}

function indexColumns(site: string): readonly Column<InspectedPage>[] {
  const address = { width: 220, site, isMinor: true, isQuiet: true } as const;
  return [
    { header: 'Page', width: 260, value: 'page', site },
    {
      header: 'Problem',
      value: ({ problem }) => problem && problems[problem],
      cell: ({ problem }) =>
        problem ? (
          <Badge color={problem === 'not_indexed' ? 'red' : 'yellow'}>{problems[problem]}</Badge>
        ) : (
          '–'
        ),
    },
    { header: 'Google says', width: 230, value: ({ coverage_state, verdict }) => coverage_state ?? verdict },
    { header: 'Clicks, 28 days', width: 126, value: 'clicks', as: 'number' },
    {
      header: 'Clicks +/−',
      value: ({ clicks, clicks_before }) => clicks - clicks_before,
      cell: ({ clicks, clicks_before }) => <Change by={clicks - clicks_before} />,
      as: 'number',
      isMinor: true,
    },
    { header: 'Last crawl', width: 100, value: 'last_crawl', as: 'day', isMinor: true },
    { header: 'Google’s canonical', value: 'google_canonical', ...address },
    { header: 'Declared', value: 'declared_canonical', ...address },
  ];
}

interface OfSite {
  readonly site: string;
}

/** Who links to the site: a call, since the links of the web are not the account's own. */
export function SiteLinks({ site }: OfSite) {
  return (
    <Group gap="sm">
      <Text>See the links you uploaded and those found on the web.</Text>
      <ToolLink tool="inspect_backlinks" args={{ domain: site }} />
    </Group>
  );
}

/** Questions about the site that are asked by themselves. */
export function SiteTracked({ site }: OfSite) {
  const isOfSite = (value: unknown) => typeof value === 'string' && value.includes(site);
  return (
    <QueryState query={useQuery(workspaceQueries.trackers)}>
      {(data) => {
        const tracked = data.filter(({ schedule, args }) => schedule && Object.values(args).some(isOfSite));
        if (tracked.length === 0) return <Hint>Nothing is tracked yet. Select queries and press Track.</Hint>;
        return <Grid label="Tracked" rows={tracked} columns={trackerColumns} />;
      }}
    </QueryState>
  );
}
