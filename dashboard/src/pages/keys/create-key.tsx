import { Switch, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { createCredential } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import type { NewCredential, ToolEntry, ToolName } from '../../api/schema.ts';
import { useRefresh } from '../../api/use-change.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form, NumberField, typed } from '../../parts/form.tsx';
import { CancelButton } from '../../parts/text.tsx';
import { ToolChoice } from '../../parts/tool-choice.tsx';
import { usePressGuard } from '../../press-guard.ts';
import { dropDraft, type KeyDraft, keepDraft, keptDraft } from './key-draft.ts';
import { NewKey } from './new-key.tsx';

/** Asks for a name, limits where wanted, and shows the key once. */
export function CreateKey({ onClose }: { readonly onClose: () => void }) {
  const refresh = useRefresh('credentials');
  // One for each filled-in form: pressing twice makes one key.
  const idempotencyKey = useRef(crypto.randomUUID());
  // Fields are left once more as the form goes; what is sent or closed is no draft then.
  const isOver = useRef(false);
  const drop = () => {
    isOver.current = true;
    dropDraft();
  };
  const create = useMutation({
    mutationFn: (body: NewCredential) => createCredential(body, idempotencyKey.current),
    onSuccess: () => {
      drop();
      return refresh();
    },
    onError: () => {
      idempotencyKey.current = crypto.randomUUID();
    },
  });
  const close = () => {
    drop();
    onClose();
  };
  const isShown = create.data !== undefined;
  return (
    <Dialog
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
          onSend={create.mutateAsync}
          onDraft={(draft) => isOver.current || keepDraft(draft)}
          onCancel={close}
        />
      )}
    </Dialog>
  );
}

interface KeyFormProps {
  readonly onSend: (body: NewCredential) => Promise<unknown>;
  readonly onDraft: (draft: KeyDraft) => void;
  readonly onCancel: () => void;
}

function KeyForm({ onSend, onDraft, onCancel }: KeyFormProps) {
  const [draft, setDraft] = useState(keptDraft);
  const change = (changed: Partial<KeyDraft>) => setDraft({ ...draft, ...changed });
  const { data: capabilities } = useQuery(queries.capabilities);
  const offered = capabilities?.data.tools ?? [];
  const isFirstPress = usePressGuard();
  const send = async () => {
    if (!isFirstPress()) return;
    onDraft(draft);
    await onSend(credentialOf(draft, offered));
  };
  return (
    <Form
      action="Create key"
      onSend={send}
      onLeave={() => onDraft(draft)}
      beside={<CancelButton onClick={onCancel} />}
    >
      <TextInput
        label="Name"
        description="What will use it, such as “Rank report, production”."
        required
        maxLength={120}
        data-autofocus
        {...typed(draft.name, (name) => change({ name }))}
      />
      <Switch
        label="Test key"
        description="Answers from the sample market, spends nothing, and can play every failure, for the tests of your code."
        checked={draft.isTest}
        onChange={(event) => change({ isTest: event.currentTarget.checked })}
      />
      <TextInput
        label="Expires after"
        description="The key works through this day. Leave empty for no end."
        type="date"
        min={new Date().toISOString().slice(0, 10)}
        {...typed(draft.expiry, (expiry) => change({ expiry }))}
      />
      <NumberField
        label="Spend limit"
        description="Credits per calendar month. Leave empty for no limit."
        min={1}
        value={draft.spendLimit ?? ''}
        onChange={(limit) => change({ spendLimit: limit === '' ? null : limit })}
      />
      <ToolChoice value={draft.tools} onChange={(tools) => change({ tools })} />
    </Form>
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
