import { useQuery } from '@tanstack/react-query';
import { workspaceQueries } from '../../api/workspace.ts';
import type { Place } from '../../load-page.ts';
import { pageHeads } from '../../page-heads.ts';
import { EmptyState, Page, QueryState } from '../../parts/page.tsx';
import { LinkButton } from '../../parts/text.tsx';
import { RankPage } from './rank-page.tsx';
import { TrackerGrid } from './tracker-grid.tsx';

/** All trackers of the account, or one of ranks. */
export function TrackersPage({ detail: id }: Place) {
  return id === undefined ? <TrackerList /> : <RankPage key={id} id={id} />;
}

function TrackerList() {
  const trackers = useQuery(workspaceQueries.trackers);
  return (
    <Page {...pageHeads.trackers} isWide>
      <QueryState
        query={trackers}
        empty={
          <EmptyState
            title="Nothing is tracked yet"
            action={
              <LinkButton size="xs" href="/explorer/research_keywords">
                Find keywords
              </LinkButton>
            }
          >
            Select keywords in a list of your site or of an answer and press Track.
          </EmptyState>
        }
      >
        {(data) => <TrackerGrid label="Trackers" trackers={data} />}
      </QueryState>
    </Page>
  );
}
