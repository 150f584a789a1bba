import { Radio, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { rotateCredential } from '../../api/client.ts';
import type { Credential } from '../../api/schema.ts';
import { useRefresh } from '../../api/use-change.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { CancelButton } from '../../parts/text.tsx';
import { NewKey, newKeyDialog } from './new-key.tsx';

interface RotateKeyProps {
  readonly credential: Credential;
  readonly onClose: () => void;
}

const overlaps = [
  { hours: '0', label: 'Now', note: 'If someone else may know the old key.' },
  { hours: '1', label: 'In an hour', note: '' },
  { hours: '24', label: 'In 24 hours', note: '' },
  { hours: '168', label: 'In 7 days', note: '' },
];

/** Gives a key a successor: both work until the moment that is chosen. */
export function RotateKey({ credential: { id, name, prefix }, onClose }: RotateKeyProps) {
  const refresh = useRefresh('credentials');
  const [hours, setHours] = useState('24');
  // One for each try: pressing twice rotates once.
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const rotate = useMutation({
    mutationFn: () => rotateCredential(id, Number(hours), idempotencyKey),
    onSuccess: refresh,
    onError: () => setKey(crypto.randomUUID()),
  });
  return (
    <Dialog title={`Rotate ${name}`} {...(rotate.data && newKeyDialog)} onClose={onClose}>
      {rotate.data ? (
        <NewKey created={rotate.data} onDone={onClose} />
      ) : (
        <Form
          action="Rotate key"
          onSend={() => rotate.mutateAsync()}
          beside={<CancelButton onClick={onClose} />}
        >
          <Text>
            A new key replaces {prefix}… with the same limits; what was spent so far counts against them.
            Replace the old key in your programs before it stops working.
          </Text>
          <Radio.Group label="The old key ends" value={hours} onChange={setHours}>
            <Stack gap="xs" mt="xs">
              {overlaps.map(({ hours: overlap, label, note }) => (
                <Radio key={overlap} value={overlap} label={label} description={note} />
              ))}
            </Stack>
          </Radio.Group>
        </Form>
      )}
    </Dialog>
  );
}
