import { Anchor, Group, PinInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../api/problem.ts';
import { postSession, type SentCode, sendCode } from '../../api/session.ts';
import { isOneMachine } from '../../browser-name.ts';
import { Hint, Note, RowButton } from '../../parts/text.tsx';
import classes from './sign-in-page.module.css';

interface CodeFormProps {
  readonly sent: SentCode;
  /** A new code was sent; the former one no longer counts. */
  readonly onSent: (sent: SentCode) => void;
  readonly onSignedIn: () => void;
  readonly onBack: () => void;
}

const resendSeconds = 30;

/** Takes the code. Typing or pasting the last digit sends it. */
export function CodeForm({ sent, onSent, onSignedIn, onBack }: CodeFormProps) {
  const [code, setCode] = useState('');
  const verify = useMutation({
    mutationFn: (typed: string) => postSession('verify', { sign_in_id: sent.signInId, code: typed }),
    onSuccess: onSignedIn,
    onError: () => setCode(''),
  });
  const boxes = useRef<HTMLDivElement>(null);
  // The boxes lose the focus while they are disabled; the next code is typed into the first of them.
  useEffect(() => {
    if (verify.isError) boxes.current?.querySelector('input')?.focus();
  }, [verify.isError]);
  return (
    <Stack gap="lg">
      <Hint>
        We sent a {sent.digits === 6 ? 'six' : 'eight'}-digit code to{' '}
        <b className={classes.address}>{sent.email}</b>. It is valid for ten minutes.
      </Hint>
      <PinInput
        length={sent.digits}
        key={sent.signInId}
        rootRef={boxes}
        type="number"
        placeholder=""
        oneTimeCode
        autoFocus
        size="lg"
        gap="xs"
        value={code}
        onChange={setCode}
        onComplete={(typed) => verify.mutate(typed)}
        disabled={verify.isPending}
        error={verify.isError}
        aria-label="Code"
        getInputProps={(index) => ({ 'aria-label': `Digit ${index + 1} of ${sent.digits}` })}
      />
      <Text c={verify.error ? 'var(--mantine-color-error)' : 'dimmed'} role="status" mih={20}>
        {verify.isPending ? 'Checking…' : verify.error ? messageOf(verify.error) : ''}
      </Text>
      <Group justify="space-between">
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          Use another address
        </Anchor>
        <ResendButton email={sent.email} onSent={onSent} />
      </Group>
      {isOneMachine() ? (
        <Note>
          On this machine no email is sent:{' '}
          <Anchor href="/dev/mailbox" target="_blank">
            open the mailbox page
          </Anchor>
          .
        </Note>
      ) : null}
    </Stack>
  );
}

function ResendButton({ email, onSent }: Pick<SentCode, 'email'> & Pick<CodeFormProps, 'onSent'>) {
  const [left, setLeft] = useState(resendSeconds);
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1_000);
    return () => clearInterval(timer);
  }, []);
  const resend = useMutation({
    mutationFn: () => sendCode(email),
    onSuccess: onSent,
    onSettled: () => setLeft(resendSeconds),
  });
  return (
    <RowButton disabled={left > 0} loading={resend.isPending} onClick={() => resend.mutate()}>
      {left > 0 ? `Send again in ${left} s` : 'Send again'}
    </RowButton>
  );
}
