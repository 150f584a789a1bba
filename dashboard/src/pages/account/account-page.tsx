import { Code, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { useIsWorking } from '../../api/use-callers.ts';
import { pageHeads } from '../../page-heads.ts';
import { Copy } from '../../parts/code.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { DownloadData } from './download-data.tsx';
import { Passkeys } from './passkeys.tsx';
import { Sessions } from './sessions.tsx';
import { SharedAnswers } from './shared-answers.tsx';

/** Who is signed in, where, and the way out with everything one owns. */
export function AccountPage() {
  const { data: session } = useQuery(queries.session);
  const isWorking = useIsWorking();
  return (
    <Page {...pageHeads.account}>
      <Section title="Identity">
        <Stack gap="xs">
          <Text size="sm">
            Signed in as <b>{session?.personEmail}</b>
            {session && session.personEmail !== session.email ? (
              <>
                {' '}
                as {session.role} in the account of <b>{session.email}</b>
              </>
            ) : null}
          </Text>
          <Group gap={6} wrap="nowrap">
            <Text size="sm" c="dimmed">
              Account
            </Text>
            <Code style={{ wordBreak: 'break-all' }}>{session?.accountId}</Code>
            <Copy value={session?.accountId ?? ''} label="account id" />
          </Group>
        </Stack>
      </Section>
      <Passkeys />
      <Sessions />
      {isWorking ? <SharedAnswers /> : null}
      {session?.personEmail === session?.email ? (
        <>
          <DownloadData />
          <DeleteAccount email={session?.email ?? ''} />
        </>
      ) : null}
    </Page>
  );
}
