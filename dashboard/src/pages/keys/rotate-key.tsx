import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { rotateCredential } from '../../api/client.ts';
import type { Credential } from '../../api/schema.ts';
import { ErrorState } from '../../parts/states.tsx';
import { NewKey } from './new-key.tsx';

interface RotateKeyProps {
  readonly credential: Credential | undefined;
  readonly onClose: () => void;
}

const overlaps = [
  { hours: 0, label: 'Now', note: 'Where the old key may be known to others.' },
  { hours: 1, label: 'In an hour', note: '' },
  { hours: 24, label: 'In 24 hours', note: '' },
  { hours: 168, label: 'In 7 days', note: '' },
];

/** Gives a key a successor: both work until the moment that is chosen. */
export function RotateKey({ credential, onClose }: RotateKeyProps) {
  const queryClient = useQueryClient();
  const [hours, setHours] = useState(24);
  // One for each time the dialog is filled in: pressing twice rotates once.
  const idempotencyKey = useRef(crypto.randomUUID());
  const renew = () => {
    idempotencyKey.current = crypto.randomUUID();
  };
  const rotate = useMutation({
    mutationFn: (id: string) => rotateCredential(id, hours, idempotencyKey.current),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['credentials'] }),
    onError: renew,
  });
  const close = () => {
    onClose();
    rotate.reset();
    renew();
    setHours(24);
  };
  const isShown = rotate.data !== undefined;
  return (
    <Modal
      opened={credential !== undefined}
      onClose={close}
      title={isShown ? 'Your new key' : `Rotate ${credential?.name ?? ''}`}
      size={isShown ? 'lg' : 'md'}
      closeOnClickOutside={!isShown}
      closeOnEscape={!isShown}
    >
      {rotate.data ? (
        <NewKey created={rotate.data} onDone={close} />
      ) : (
        <Stack>
          <Text size="sm">
            A new key takes the place of {credential?.prefix}…, with the same limits and what was spent under
            them. Put it where the old one is used before that ends.
          </Text>
          <Radio.Group
            label="The old key ends"
            value={String(hours)}
            onChange={(value) => setHours(Number(value))}
          >
            <Stack gap="xs" mt="xs">
              {overlaps.map((overlap) => (
                <Radio
                  key={overlap.hours}
                  value={String(overlap.hours)}
                  label={overlap.label}
                  description={overlap.note}
                />
              ))}
            </Stack>
          </Radio.Group>
          {rotate.error ? <ErrorState error={rotate.error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button
              loading={rotate.isPending}
              onClick={() => {
                if (credential) rotate.mutate(credential.id);
              }}
            >
              Rotate key
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
