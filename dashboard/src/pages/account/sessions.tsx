import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endSession, listSessions } from '../../api/client.ts';
import { browserName } from '../../browser-name.ts';
import { ago } from '../../format.ts';
import { Section } from '../../parts/page.tsx';
import { ErrorState, QueryState } from '../../parts/states.tsx';
import classes from '../connect/connections.module.css';

/** Browsers that are signed in, and the way to sign each out. */
export function Sessions() {
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: listSessions });
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: endSession,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['sessions'] }),
  });
  return (
    <Section title="Signed in on">
      {end.error ? <ErrorState error={end.error} /> : null}
      <QueryState query={sessions}>
        {(list) => (
          <ul className={classes.list}>
            {list.map((session) => (
              <li key={session.id} className={classes.row}>
                <Stack gap={2}>
                  <Text size="sm" fw={550}>
                    {browserName(session.user_agent)}
                  </Text>
                  <Text size="xs" c="dimmed">
                    Last seen {ago(session.last_seen_at)} · signed in {ago(session.created_at)} by{' '}
                    {session.method}
                    {session.network === null ? '' : ` from ${session.network}`}
                  </Text>
                </Stack>
                <Group gap="xs">
                  {session.is_current ? (
                    <Badge color="glass">This browser</Badge>
                  ) : (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="red"
                      onClick={() => end.mutate(session.id)}
                      aria-label={`Sign out ${browserName(session.user_agent)}`}
                    >
                      Sign out
                    </Button>
                  )}
                </Group>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Section>
  );
}
