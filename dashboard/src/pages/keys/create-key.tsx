import { Button, Group, Modal, MultiSelect, NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { createCredential } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import type { NewCredential, ToolEntry, ToolName } from '../../api/schema.ts';
import { ErrorState } from '../../parts/states.tsx';
import { usePressGuard } from '../../press-guard.ts';
import { dropDraft, type KeyDraft, keepDraft, keptDraft } from './key-draft.ts';
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
    onSuccess: () => {
      dropDraft();
      return queryClient.invalidateQueries({ queryKey: ['credentials'] });
    },
    onError: () => {
      idempotencyKey.current = crypto.randomUUID();
    },
  });
  const isFirstPress = usePressGuard();
  const close = () => {
    dropDraft();
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
          isOpen={opened}
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
  /** False while the dialog closes: its form is not kept then. */
  readonly isOpen: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onSubmit: (body: NewCredential) => void;
  readonly onCancel: () => void;
}

function KeyForm({ isOpen, isPending, error, onSubmit, onCancel }: KeyFormProps) {
  const [draft, setDraft] = useState(keptDraft);
  const change = (changed: Partial<KeyDraft>) => setDraft({ ...draft, ...changed });
  const { data: capabilities } = useQuery(queries.capabilities);
  const offered = capabilities?.data.tools ?? [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    keepDraft(draft);
    onSubmit(credentialOf(draft, offered));
  };
  return (
    <form onSubmit={submit} onBlur={() => isOpen && keepDraft(draft)}>
      <Stack>
        <TextInput
          label="Name"
          description="What will use it, such as “Rank report, production”."
          required
          maxLength={120}
          data-autofocus
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Switch
          label="Test key"
          description="Answers from the sample market, spends nothing, and plays every failure: for the tests of your code."
          checked={draft.isTest}
          onChange={(event) => change({ isTest: event.currentTarget.checked })}
        />
        <TextInput
          label="Expires after"
          description="The key works through this day. Leave empty for no end."
          type="date"
          min={new Date().toISOString().slice(0, 10)}
          value={draft.expiry}
          onChange={(event) => change({ expiry: event.currentTarget.value })}
        />
        <NumberInput
          label="Spend limit"
          description="Credits a calendar month. Leave empty for no limit."
          min={1}
          allowDecimal={false}
          thousandSeparator=","
          value={draft.spendLimit ?? ''}
          onChange={(limit) => change({ spendLimit: typeof limit === 'number' ? limit : null })}
        />
        <MultiSelect
          label="Allowed tools"
          description="Leave empty to allow every tool."
          data={offered.map((tool) => ({ value: tool.name, label: tool.title }))}
          value={[...draft.tools]}
          onChange={(tools) => change({ tools })}
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

function credentialOf(draft: KeyDraft, offered: readonly ToolEntry[]): NewCredential {
  const { name, isTest, expiry, spendLimit, tools } = draft;
  const chosen = tools.filter((tool): tool is ToolName => offered.some((entry) => entry.name === tool));
  return {
    name: name.trim(),
    mode: isTest ? 'test' : 'live',
    // The whole of the chosen day counts.
    ...(expiry ? { expires_at: new Date(`${expiry}T23:59:59`).toISOString() } : {}),
    ...(spendLimit === null ? {} : { spend_limit: spendLimit }),
    ...(chosen.length > 0 ? { tools: chosen } : {}),
  };
}
