import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AccountEvent } from '../../api/schema.ts';
import { pathOf, watchQueries } from '../../api/watch.ts';
import type { Column } from '../../grid/column.ts';
import { Grid } from '../../grid/grid.tsx';
import { pageHeads } from '../../page-heads.ts';
import { EmptyState, Page, QueryState } from '../../parts/page.tsx';
import { TextLink } from '../../parts/text.tsx';
import { Link } from '../../router.tsx';
import { Rules } from './rules.tsx';

/** As many as one call gives. */
const most = 500;

const columns: readonly Column<AccountEvent>[] = [
  {
    header: 'What happened',
    value: 'summary',
    cell: ({ summary, link }) => (
      <Anchor component={Link} href={pathOf(link)} underline="hover">
        {summary}
      </Anchor>
    ),
    width: 520,
  },
  { header: 'When', value: 'at', as: 'ago', width: 130 },
  { header: 'Type', value: 'type', width: 160 },
  { header: 'Why', value: 'why', isMinor: true, width: 360 },
  { header: 'About', value: 'subject', isMinor: true, width: 200 },
];

/** Everything that the account was told, to be narrowed and sorted. */
export function EventsPage() {
  const events = useQuery(watchQueries.events(most));
  const actions = (
    <TextLink href="/destinations" underline="hover">
      Send events
    </TextLink>
  );
  return (
    <Page {...pageHeads.events} actions={actions} isWide>
      <QueryState
        query={events}
        empty={
          <EmptyState title="No events yet">
            Track a question or connect a site, and changes appear here.
          </EmptyState>
        }
      >
        {(rows) => <Grid label="Events" rows={rows} columns={columns} />}
      </QueryState>
      <Rules />
    </Page>
  );
}
