import { Anchor, Center, Paper, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { pageHeads } from '../../page-heads.ts';
import { Logo } from '../../parts/logo.tsx';
import { useLocation } from '../../router.tsx';
import { CodeForm } from './code-form.tsx';
import { EmailForm } from './email-form.tsx';
import { useSentCode } from './sent-code.ts';
import classes from './sign-in-page.module.css';

interface SignInPageProps {
  /** A session was in use here, and is over. */
  readonly hasEnded: boolean;
}

/** Opens an account or comes back to one: an address, a code, done. */
export function SignInPage({ hasEnded }: SignInPageProps) {
  const [sent, setSent] = useSentCode();
  const [formerEmail, setFormerEmail] = useState('');
  const queryClient = useQueryClient();
  const { query } = useLocation();
  useEffect(() => {
    document.title = 'Sign in · Oriel';
  }, []);

  const returnTo = query.get('return_to');
  const isForAgent = returnTo?.startsWith('/interaction/') ?? false;
  const signedIn = () => {
    setSent(undefined);
    if (returnTo && isOwnPath(returnTo)) location.assign(returnTo);
    else void queryClient.invalidateQueries({ queryKey: ['session'] });
  };

  const back = () => {
    setFormerEmail(sent?.email ?? '');
    setSent(undefined);
  };

  return (
    <Center component="main" className={classes.page}>
      <Stack w="100%" maw={400} gap="xl">
        <Center>
          <Logo />
        </Center>
        <Paper withBorder p={{ base: 'lg', xs: 32 }} shadow="xs">
          <Title order={1} fz="1.35rem" mb={4}>
            {sent ? 'Check your mail' : pageHeads['sign-in'].title}
          </Title>
          {isForAgent ? (
            <Text size="sm" mb="sm">
              An application wants to connect to your account. Sign in first; then you decide what it may do
              and spend.
            </Text>
          ) : null}
          {hasEnded ? (
            <Text size="sm" mb="sm" role="status">
              Your session ended. Sign in to go on where you were.
            </Text>
          ) : null}
          {sent ? (
            <CodeForm sent={sent} onSent={setSent} onSignedIn={signedIn} onBack={back} />
          ) : (
            <EmailForm email={formerEmail} onSent={setSent} onSignedIn={signedIn} />
          )}
        </Paper>
        <Text size="sm" c="dimmed" ta="center">
          Search-marketing facts for agents and developers. <Anchor href="/docs">Read the docs</Anchor>
        </Text>
        <Text size="xs" c="dimmed" ta="center">
          <Anchor href="/pricing">Prices</Anchor> · <Anchor href="/status">Status</Anchor> ·{' '}
          <Anchor href="/privacy">Privacy policy</Anchor> · <Anchor href="/terms">Terms of service</Anchor>
        </Text>
      </Stack>
    </Center>
  );
}

/** Only addresses of this origin: a link in a mail must not lead elsewhere after signing in. */
function isOwnPath(path: string): boolean {
  return path.startsWith('/') && new URL(path, location.origin).origin === location.origin;
}
