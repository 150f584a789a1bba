import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { renamePasskey } from '../../api/client.ts';
import type { Passkey } from '../../api/schema.ts';
import { ErrorState } from '../../parts/states.tsx';

interface RenamePasskeyProps {
  readonly passkey: Passkey | undefined;
  readonly onRenamed: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for another name of a passkey. */
export function RenamePasskey({ passkey, onRenamed, onClose }: RenamePasskeyProps) {
  const [name, setName] = useState(passkey?.name ?? '');
  const rename = useMutation({
    mutationFn: async () => {
      if (passkey) await renamePasskey(passkey.id, name.trim());
      await onRenamed();
    },
    onSuccess: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate();
  };
  return (
    <Modal opened={passkey !== undefined} onClose={onClose} title="Rename passkey">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            description="The device it is on, such as “Work laptop”."
            required
            maxLength={80}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {rename.error ? <ErrorState error={rename.error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={rename.isPending}>
              Rename
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
