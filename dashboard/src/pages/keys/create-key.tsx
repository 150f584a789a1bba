import { Button, Group, Modal, MultiSelect, NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { createCredential } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import type { NewCredential, ToolName } from '../../api/schema.ts';
import { ErrorState } from '../../parts/states.tsx';
import { usePressGuard } from '../../press-guard.ts';
import { NewKey } from './new-key.tsx';

interface CreateKeyProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks for a name, limits where wanted, and shows the key once. */
export function CreateKey({ opened, onClose }: CreateKeyProps) {
  const queryClient = useQueryClient();
  // One for each filled-in form: pressing twice makes one key.
  const idempotencyKey = useRef(crypto.randomUUID());
  const create = useMutation({
    mutationFn: (body: NewCredential) => createCredential(body, idempotencyKey.current),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['credentials'] }),
    onError: () => {
      idempotencyKey.current = crypto.randomUUID();
    },
  });
  const isFirstPress = usePressGuard();
  const close = () => {
    onClose();
    create.reset();
    idempotencyKey.current = crypto.randomUUID();
  };
  const isShown = create.data !== undefined;
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={isShown ? 'Your new key' : 'Create key'}
      size={isShown ? 'lg' : 'md'}
      closeOnClickOutside={!isShown}
      closeOnEscape={!isShown}
    >
      {create.data ? (
        <NewKey created={create.data} onDone={close} />
      ) : (
        <KeyForm
          isPending={create.isPending}
          error={create.error}
          onSubmit={(body) => {
            if (isFirstPress()) create.mutate(body);
          }}
          onCancel={close}
        />
      )}
    </Modal>
  );
}

interface KeyFormProps {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onSubmit: (body: NewCredential) => void;
  readonly onCancel: () => void;
}

function KeyForm({ isPending, error, onSubmit, onCancel }: KeyFormProps) {
  const [name, setName] = useState('');
  const [isTest, setTest] = useState(false);
  const [expiry, setExpiry] = useState('');
  const [spendLimit, setSpendLimit] = useState<string | number>('');
  const [tools, setTools] = useState<string[]>([]);
  const { data: capabilities } = useQuery(queries.capabilities);
  const offered = capabilities?.data.tools ?? [];
  const chosen = tools.filter((name): name is ToolName => offered.some((tool) => tool.name === name));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit({
      name: name.trim(),
      mode: isTest ? 'test' : 'live',
      // The whole of the chosen day counts.
      ...(expiry ? { expires_at: new Date(`${expiry}T23:59:59`).toISOString() } : {}),
      ...(typeof spendLimit === 'number' ? { spend_limit: spendLimit } : {}),
      ...(chosen.length > 0 ? { tools: chosen } : {}),
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Name"
          description="What will use it, such as “Rank report, production”."
          required
          maxLength={120}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Switch
          label="Test key"
          description="Answers from the sample market, spends nothing, and plays every failure: for the tests of your code."
          checked={isTest}
          onChange={(event) => setTest(event.currentTarget.checked)}
        />
        <TextInput
          label="Expires after"
          description="The key works through this day. Leave empty for no end."
          type="date"
          min={new Date().toISOString().slice(0, 10)}
          value={expiry}
          onChange={(event) => setExpiry(event.currentTarget.value)}
        />
        <NumberInput
          label="Spend limit"
          description="Credits a calendar month. Leave empty for no limit."
          min={1}
          allowDecimal={false}
          thousandSeparator=","
          value={spendLimit}
          onChange={setSpendLimit}
        />
        <MultiSelect
          label="Allowed tools"
          description="Leave empty to allow every tool."
          data={offered.map((tool) => ({ value: tool.name, label: tool.title }))}
          value={tools}
          onChange={setTools}
          searchable
          clearable
          hidePickedOptions
          inputWrapperOrder={['label', 'input', 'description']}
        />
        {error ? <ErrorState error={error} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Create key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
