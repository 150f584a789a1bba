import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endSession, listSessions } from '../../api/client.ts';
import type { BrowserSession } from '../../api/schema.ts';
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
                    {browserName(session)}
                  </Text>
                  <Text size="xs" c="dimmed">
                    Last seen {ago(session.last_seen_at)} · signed in {ago(session.created_at)} by{' '}
                    {session.method}
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
                      aria-label={`Sign out ${browserName(session)}`}
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

const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'];
const systems = ['iPhone', 'iPad', 'Android', 'Windows', 'Macintosh', 'Linux'];
const plainNames: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', Macintosh: 'Mac' };

/** `Firefox on Linux`, as far as the user agent tells. */
function browserName({ user_agent: userAgent }: BrowserSession): string {
  const find = (names: readonly string[]) => names.find((name) => userAgent.includes(name));
  const plain = (name: string | undefined) => (name ? (plainNames[name] ?? name) : undefined);
  const browser = plain(find(browsers)) ?? 'A browser';
  const system = plain(find(systems));
  return system ? `${browser} on ${system}` : browser;
}
