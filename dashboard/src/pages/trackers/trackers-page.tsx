import { useQuery } from '@tanstack/react-query';
import { workspaceQueries } from '../../api/workspace.ts';
import { Grid } from '../../grid/grid.tsx';
import type { Place } from '../../load-page.ts';
import { pageHeads } from '../../page-heads.ts';
import { EmptyState, Page, QueryState } from '../../parts/page.tsx';
import { LinkButton } from '../../parts/text.tsx';
import { RankPage } from './rank-page.tsx';
import { trackerColumns } from './tracker-columns.tsx';

const find = (
  <LinkButton size="xs" href="/explorer/research_keywords">
    Find keywords
  </LinkButton>
);
const none = (
  <EmptyState title="Nothing is tracked yet" action={find}>
    Select keywords in a list of your site or of an answer and press Track.
  </EmptyState>
);

/** All trackers of the account, or one of ranks. */
export function TrackersPage({ detail: id }: Place) {
  const trackers = useQuery(workspaceQueries.trackers);
  if (id !== undefined) return <RankPage key={id} id={id} />;
  return (
    <Page {...pageHeads.trackers} isWide>
      <QueryState query={trackers} empty={none}>
        {(data) => <Grid label="Trackers" rows={data} columns={trackerColumns} />}
      </QueryState>
    </Page>
  );
}
