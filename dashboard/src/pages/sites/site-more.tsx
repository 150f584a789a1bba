import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import type { Tracker } from '../../api/schema.ts';
import { workspaceQueries } from '../../api/workspace.ts';
import { explorerLink } from '../../explorer-link.ts';
import { credits } from '../../format.ts';
import { Grid } from '../../grid/grid.tsx';
import { LoadingRows, QueryState } from '../../parts/states.tsx';
import { Link } from '../../router.tsx';
import { outcomeText, trackerBadge } from '../explorer/tracker-words.ts';

/** Who links to the site: a call, since the links of the web are not the account's own. */
export function SiteLinks({ site }: { readonly site: string }) {
  const { data } = useQuery(queries.capabilities);
  const tool = data?.data.tools.find(({ name }) => name === 'inspect_backlinks');
  return (
    <Group gap="sm">
      <Text size="sm">Links from an uploaded file and from the web are in one answer.</Text>
      {tool ? (
        <Button size="xs" variant="default" component={Link} href={explorerLink(tool.name, { domain: site })}>
          See links · {credits(tool.credits)}
        </Button>
      ) : null}
    </Group>
  );
}

/** Questions about the site that are asked by themselves. */
export function SiteTracked({ site }: { readonly site: string }) {
  const questions = useQuery(workspaceQueries.trackers);
  return (
    <QueryState query={questions} loading={<LoadingRows />}>
      {(data) => {
        const tracked = data.filter((question) => question.schedule && isAbout(question, site));
        if (tracked.length === 0)
          return (
            <Text size="sm" c="dimmed">
              Nothing is tracked yet. Select queries and press Track.
            </Text>
          );
        return (
          <Grid
            label="Tracked"
            isPlain
            rows={tracked}
            columns={[
              {
                header: 'Question',
                width: 320,
                value: ({ name }) => name,
                cell: (question) => (
                  <Anchor component={Link} href={explorerLink(question.tool, question.args)} size="sm">
                    {question.name}
                  </Anchor>
                ),
              },
              {
                header: 'When',
                width: 140,
                value: (tracker) => trackerBadge(tracker).text,
              },
              {
                header: 'Last',
                width: 360,
                value: (tracker) => outcomeText(tracker),
              },
            ]}
          />
        );
      }}
    </QueryState>
  );
}

function isAbout({ args: asked }: Tracker, site: string): boolean {
  return Object.values(asked).some((value) => typeof value === 'string' && value.includes(site));
}
