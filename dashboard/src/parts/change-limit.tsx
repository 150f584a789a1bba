import { Button, Group, Modal, NumberInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ErrorState } from './states.tsx';

/** A key or connection whose monthly limit is changed. */
export interface Limited {
  readonly id: string;
  readonly name: string;
  /** Credits a month; null for no limit. */
  readonly limit: number | null;
}

interface ChangeLimitProps {
  readonly limited: Limited | undefined;
  readonly onSave: (id: string, limit: number | null) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the credits that a key or connection may spend a month. */
export function ChangeLimit({ limited, onSave, onClose }: ChangeLimitProps) {
  return (
    <Modal opened={limited !== undefined} onClose={onClose} title={`Limit of ${limited?.name ?? ''}`}>
      {limited ? <LimitForm key={limited.id} limited={limited} onSave={onSave} onClose={onClose} /> : null}
    </Modal>
  );
}

function LimitForm({ limited, onSave, onClose }: ChangeLimitProps & { readonly limited: Limited }) {
  const [limit, setLimit] = useState<string | number>(limited.limit ?? '');
  const save = useMutation({
    mutationFn: () => onSave(limited.id, typeof limit === 'number' ? limit : null),
    onSuccess: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <NumberInput
          label="Credits a month"
          description="Counts from the next call on. Leave empty for no limit."
          min={0}
          allowDecimal={false}
          thousandSeparator=","
          data-autofocus
          value={limit}
          onChange={setLimit}
        />
        {save.error ? <ErrorState error={save.error} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save limit
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
