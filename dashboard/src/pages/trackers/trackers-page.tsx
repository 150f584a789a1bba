import { useQuery } from '@tanstack/react-query';
import { workspaceQueries } from '../../api/workspace.ts';
import { Page } from '../../parts/page.tsx';
import { QueryState } from '../../parts/states.tsx';
import { Hint } from '../../parts/text.tsx';
import { RankPage } from './rank-page.tsx';
import { TrackerGrid } from './tracker-grid.tsx';

/** All trackers of the account, or one of ranks. */
export function TrackersPage({ id }: { readonly id: string | undefined }) {
  return id === undefined ? <TrackerList /> : <RankPage key={id} id={id} />;
}

function TrackerList() {
  const trackers = useQuery(workspaceQueries.trackers);
  return (
    <Page title="Trackers" isWide>
      <QueryState
        query={trackers}
        empty={
          <Hint>
            Nothing is tracked yet. Select keywords in a list of your site or of an answer and press Track.
          </Hint>
        }
      >
        {(data) => <TrackerGrid label="Trackers" trackers={data} />}
      </QueryState>
    </Page>
  );
}
