import { Anchor, Button, Center, Divider, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { messageOf } from '../../api/problem.ts';
import { type SentCode, sendCode } from '../../api/session.ts';
import { keep, kept } from '../../browser-store.ts';
import { pageHeads } from '../../page-heads.ts';
import { FingerprintIcon } from '../../parts/icon.tsx';
import { Logo } from '../../parts/logo.tsx';
import { ErrorState } from '../../parts/page.tsx';
import { Hint, Note } from '../../parts/text.tsx';
import { useLocation } from '../../router.tsx';
import { CodeForm } from './code-form.tsx';
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
            {sent ? 'Check your email' : pageHeads['sign-in'].title}
          </Title>
          {isForAgent ? (
            <Text mb="sm">
              An application wants to connect to your account. Sign in first; then you decide what it may do
              and spend.
            </Text>
          ) : null}
          {hasEnded ? (
            <Text mb="sm" role="status">
              Your session ended. Sign in to continue where you left off.
            </Text>
          ) : null}
          {sent ? (
            <CodeForm sent={sent} onSent={setSent} onSignedIn={signedIn} onBack={back} />
          ) : (
            <EmailForm email={formerEmail} onSent={setSent} onSignedIn={signedIn} />
          )}
        </Paper>
        <Hint ta="center">Search data for marketers, developers and agents.</Hint>
        <Note ta="center">
          <Anchor href="/docs">Docs</Anchor> · <Anchor href="/pricing">Prices</Anchor> ·{' '}
          <Anchor href="/status">Status</Anchor> · <Anchor href="/privacy">Privacy policy</Anchor> ·{' '}
          <Anchor href="/terms">Terms of service</Anchor>
        </Note>
      </Stack>
    </Center>
  );
}

/** Only addresses of this origin: a link in a mail must not lead elsewhere after signing in. */
function isOwnPath(path: string): boolean {
  return path.startsWith('/') && new URL(path, location.origin).origin === location.origin;
}

const place = 'oriel-sent-code';
/** As long as a code is good. */
const lifetimeMs = 10 * 60_000;

/**
 * The code that is on its way, kept in this tab: a person who looks into the
 * mail in it and comes back, or reloads, goes on with the code that was sent.
 * It is no secret: what opens the account are the digits in the mail.
 */
function useSentCode() {
  const [sent, setSent] = useState(keptCode);
  const keepCode = (next: SentCode | undefined) => {
    setSent(next);
    keep(place, next && { ...next, sentAt: Date.now() }, true);
  };
  return [sent, keepCode] as const;
}

function keptCode(): SentCode | undefined {
  const { email, signInId, digits, sentAt } = kept(place, true);
  if (typeof email !== 'string' || typeof signInId !== 'string' || typeof sentAt !== 'number')
    return undefined;
  if ((digits !== 6 && digits !== 8) || Date.now() - sentAt > lifetimeMs) return undefined;
  return { email, signInId, digits };
}

interface EmailFormProps {
  /** What was entered before, to be corrected. */
  readonly email: string;
  readonly onSent: (sent: SentCode) => void;
  readonly onSignedIn: () => void;
}

/** Asks for the address to which the code goes. */
function EmailForm({ email: former, onSent, onSignedIn }: EmailFormProps) {
  const [email, setEmail] = useState(former);
  const send = useMutation({
    mutationFn: () => sendCode(email.trim()),
    onSuccess: onSent,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate();
  };
  return (
    <Stack gap="lg">
      <Hint>{pageHeads['sign-in'].lead}</Hint>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label="Email address"
            type="email"
            name="email"
            autoComplete="email webauthn"
            placeholder="you@company.com"
            size="md"
            required
            withAsterisk={false}
            data-autofocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <ErrorState error={send.error} />
          <Button type="submit" size="md" loading={send.isPending}>
            Continue
          </Button>
        </Stack>
      </form>
      {'PublicKeyCredential' in window ? (
        <>
          <Divider label="or" />
          <PasskeyButton onSignedIn={onSignedIn} />
        </>
      ) : null}
    </Stack>
  );
}

/** Signs in with a passkey of this device. The library loads with the first press. */
function PasskeyButton({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const signIn = useMutation({
    mutationFn: async () => (await import('./passkeys.ts')).signInWithPasskey(),
    onSuccess: onSignedIn,
  });
  return (
    <>
      <Button
        variant="default"
        size="md"
        leftSection={<FingerprintIcon />}
        loading={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        Use a passkey
      </Button>
      {signIn.error ? (
        <Text c="red" role="alert">
          {messageOf(signIn.error)}
        </Text>
      ) : null}
    </>
  );
}
