import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { acceptInvitation, switchAccount } from '../../api/people.ts';
import { queries } from '../../api/queries.ts';
import { pageHeads } from '../../page-heads.ts';
import { Page } from '../../parts/page.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { signOut } from '../../sign-out.ts';

/** Where the link of an invitation leads. */
export function InvitationPage() {
  const token = location.hash.slice(1);
  const { data: session } = useQuery(queries.session);
  const accept = useMutation({
    mutationFn: async () => switchAccount((await acceptInvitation(token)).account_id),
  });
  return (
    <Page {...pageHeads.invitation}>
      {token === '' ? (
        <Alert color="gray">This link is incomplete. Open it from the mail again.</Alert>
      ) : (
        <Stack align="flex-start">
          <Text>
            You are signed in as <b>{session?.personEmail}</b>.
          </Text>
          <Group>
            <Button loading={accept.isPending} onClick={() => accept.mutate()}>
              Accept the invitation
            </Button>
            <Button variant="default" onClick={() => signOut()}>
              Use another address
            </Button>
          </Group>
          <ErrorState error={accept.error} />
        </Stack>
      )}
    </Page>
  );
}
