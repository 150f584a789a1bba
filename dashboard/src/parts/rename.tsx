import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ErrorState } from './states.tsx';

interface RenameProps {
  readonly title: string;
  readonly description?: string;
  readonly name: string;
  readonly onRename: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for another name. */
export function Rename({ title, description, name: former, onRename, onClose }: RenameProps) {
  const [name, setName] = useState(former);
  const rename = useMutation({ mutationFn: () => onRename(name.trim()), onSuccess: onClose });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            description={description}
            required
            maxLength={80}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {rename.error ? <ErrorState error={rename.error} /> : null}
          <Group justify="flex-end">
            <Button type="submit" loading={rename.isPending} disabled={name.trim() === ''}>
              Rename
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
