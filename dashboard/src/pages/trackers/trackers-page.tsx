import { useQuery } from '@tanstack/react-query';
import { workspaceQueries } from '../../api/workspace.ts';
import { credits, number } from '../../format.ts';
import { Grid } from '../../grid/grid.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Page } from '../../parts/page.tsx';
import { LoadingRows, QueryState } from '../../parts/states.tsx';
import { Hint } from '../../parts/text.tsx';
import { outcomeText, trackerBadge, trackerLink } from '../explorer/tracker-words.ts';
import { RankPage } from './rank-page.tsx';

/** All trackers of the account, or one of ranks. */
export function TrackersPage({ id }: { readonly id: string | undefined }) {
  return id === undefined ? <TrackerList /> : <RankPage key={id} id={id} />;
}

function TrackerList() {
  const trackers = useQuery(workspaceQueries.trackers);
  return (
    <Page title="Trackers" isWide>
      <QueryState query={trackers} loading={<LoadingRows />}>
        {(data) =>
          data.length === 0 ? (
            <Hint>
              Nothing is tracked yet. Select keywords in a list of your site or of an answer and press Track.
            </Hint>
          ) : (
            <Grid
              label="Trackers"
              rows={data}
              columns={[
                {
                  header: 'Tracker',
                  width: 320,
                  value: ({ name }) => name,
                  cell: (tracker) => <TextLink href={trackerLink(tracker)}>{tracker.name}</TextLink>,
                },
                { header: 'Keywords', value: ({ rank }) => rank?.keywords ?? null, as: 'number' },
                { header: 'When', width: 140, value: (tracker) => trackerBadge(tracker).text },
                { header: 'Last', width: 300, value: (tracker) => outcomeText(tracker) },
                {
                  header: 'This month',
                  width: 160,
                  value: ({ spent_this_month }) => spent_this_month,
                  cell: ({ spent_this_month: spent, monthly_budget: budget }) =>
                    budget === null ? credits(spent) : `${number(spent)} of ${credits(budget)}`,
                  as: 'number',
                },
              ]}
            />
          )
        }
      </QueryState>
    </Page>
  );
}
