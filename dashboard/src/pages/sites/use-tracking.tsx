import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../api/problem.ts';
import { queries } from '../../api/queries.ts';
import { createTracker, removeTracker, workspaceQueries } from '../../api/workspace.ts';
import { credits, number } from '../../format.ts';
import { lastMarket } from '../explorer/last-market.ts';

const tool = 'inspect_search_visibility';
/** Weeks that a month touches at most, so that the budget never leaves one out. */
const weeksOfMonth = 5;
/** As many keywords as one question takes. */
const mostKeywords = 100;
const shownName = 60;

/** Has the positions of keywords asked every Monday; told in a toast that takes it back. */
export function useTracking(site: string) {
  const queryClient = useQueryClient();
  const capabilities = useQuery(queries.capabilities);
  const price = capabilities.data?.data.tools.find(({ name }) => name === tool)?.credits ?? 0;
  const refresh = () => queryClient.invalidateQueries(workspaceQueries.trackers);
  return useMutation({
    mutationFn: async (keywords: readonly string[]) => {
      const chosen = keywords.slice(0, mostKeywords);
      const [first = ''] = chosen;
      const rest = chosen.length > 1 ? ` and ${number(chosen.length - 1)} more` : '';
      const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
      const { id } = await createTracker(
        {
          name: `${site}: ${first}`.slice(0, shownName) + rest,
          tool,
          args: { ...lastMarket(), domain: site, keywords: chosen },
          schedule: { every: 'week', at: '08:00', weekday: 'monday', time_zone },
          monthly_budget: price * weeksOfMonth,
        },
        crypto.randomUUID(),
      );
      return { id, count: chosen.length };
    },
    onSuccess: async ({ id, count }) => {
      await refresh();
      const toast = notifications.show({
        title: `Tracking ${number(count)} ${count === 1 ? 'keyword' : 'keywords'} of ${site}`,
        message: (
          <Group gap="xs">
            Every Monday, {credits(price)} a week.
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={async () => {
                await removeTracker(id);
                await refresh();
                notifications.hide(toast);
              }}
            >
              Undo
            </Button>
          </Group>
        ),
        autoClose: 12_000,
      });
    },
    onError: (error) =>
      notifications.show({
        color: 'red',
        title: 'Not tracked',
        message: messageOf(error),
        autoClose: 12_000,
      }),
  });
}
