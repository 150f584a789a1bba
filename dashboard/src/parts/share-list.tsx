import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Share } from '../api/schema.ts';
import { withdrawShare, workspaceQueries } from '../api/workspace.ts';
import { ago, date, words } from '../format.ts';
import { Link } from '../router.tsx';
import classes from './share-list.module.css';
import { ErrorState } from './states.tsx';

interface ShareListProps {
  readonly title: string;
  readonly shares: readonly Share[];
}

/** Links that are live, each to be withdrawn. */
export function ShareList({ title, shares }: ShareListProps) {
  const queryClient = useQueryClient();
  const withdraw = useMutation({
    mutationFn: withdrawShare,
    onSettled: () => queryClient.invalidateQueries(workspaceQueries.shares),
  });
  return (
    <Stack gap="xs">
      <ul className={classes.list} aria-label={title}>
        {shares.map((share) => (
          <li key={share.id} className={classes.row}>
            <Text size="sm">
              <Link href={`/explorer/${share.tool}/${share.request_id}`} className={classes.answer}>
                {words(share.tool)}
              </Link>{' '}
              <Text span size="xs" c="dimmed">
                shared {ago(share.created_at)}, ends {date(share.expires_at)}
              </Text>
            </Text>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              loading={withdraw.isPending && withdraw.variables === share.id}
              onClick={() => withdraw.mutate(share.id)}
              aria-label={`Withdraw the link of ${date(share.created_at)}`}
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
      {withdraw.error ? <ErrorState error={withdraw.error} /> : null}
    </Stack>
  );
}
