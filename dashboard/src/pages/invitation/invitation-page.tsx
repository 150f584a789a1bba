import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { switchAccount } from '../../api/people.ts';
import { queries } from '../../api/queries.ts';
import { askSession } from '../../api/session.ts';
import { pageHeads } from '../../page-heads.ts';
import { Act } from '../../parts/form.tsx';
import { Page } from '../../parts/page.tsx';
import { signOut } from '../../sign-out.ts';

/** Where the link of an invitation leads. */
export function InvitationPage() {
  const token = location.hash.slice(1);
  const { data: session } = useQuery(queries.session);
  const accept = async () =>
    switchAccount((await askSession('/session/members/accept', { token })).account_id);
  return (
    <Page {...pageHeads.invitation}>
      {token === '' ? (
        <Alert color="gray">This link is incomplete. Open it from the email again.</Alert>
      ) : (
        <Stack align="flex-start">
          <Text>
            You are signed in as <b>{session?.personEmail}</b>.
          </Text>
          <Group>
            <Act act={accept}>Accept the invitation</Act>
            <Button variant="default" onClick={() => signOut()}>
              Use another address
            </Button>
          </Group>
        </Stack>
      )}
    </Page>
  );
}
