import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { createTracker, workspaceQueries } from '../../api/workspace.ts';
import { askedText } from '../../asked-text.ts';
import { ErrorState } from '../../parts/states.tsx';
import type { Arguments } from './form-values.ts';

interface SaveQuestionProps {
  readonly tool: string;
  readonly asked: Arguments;
  readonly onClose: () => void;
}

const nameCharacters = 80;

/** Keeps a question under a name. */
export function SaveQuestion({ tool, asked, onClose }: SaveQuestionProps) {
  const [name, setName] = useState(() => askedText(JSON.stringify(asked)).slice(0, nameCharacters));
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: () => createTracker({ name, tool, args: asked }, idempotencyKey),
    onSuccess: async () => {
      await queryClient.invalidateQueries(workspaceQueries.trackers);
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Modal opened onClose={onClose} title="Save this question">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            description="It stands above the answers of its tool, ready to be asked again."
            value={name}
            maxLength={nameCharacters}
            required
            data-autofocus
            // The question is what it is called unless something is typed.
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {save.error ? <ErrorState error={save.error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
              Save question
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
