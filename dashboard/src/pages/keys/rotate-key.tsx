import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { answered, api, keyedAt } from '../../api/client.ts';
import type { Credential } from '../../api/schema.ts';
import { Form } from '../../parts/form.tsx';
import { CancelButton } from '../../parts/text.tsx';
import { KeyDialog } from './new-key.tsx';

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
  const [hours, setHours] = useState('24');
  const make = (overlap_hours: number, idempotencyKey: string) => {
    const asked = { ...keyedAt(idempotencyKey, { credential_id: id }), body: { overlap_hours } };
    return answered(api.POST('/v1/me/api-credentials/{credential_id}/rotate', asked));
  };
  return (
    <KeyDialog title={`Rotate ${name}`} make={make} onClose={onClose}>
      {(send) => (
        <Form
          action="Rotate key"
          onSend={() => send(Number(hours))}
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
    </KeyDialog>
  );
}
