import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { createCredential } from '../../api/client.ts';
import type { NewCredential } from '../../api/schema.ts';
import { useRefresh } from '../../api/use-change.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { LimitFields, useWritten } from '../../parts/edit-limits.tsx';
import { Form } from '../../parts/form.tsx';
import { CancelButton } from '../../parts/text.tsx';
import { usePressGuard } from '../../press-guard.ts';
import { dropDraft, type KeyDraft, keepDraft, keptDraft } from './key-draft.ts';
import { NewKey, newKeyDialog } from './new-key.tsx';

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
  return (
    <Dialog title="Create key" {...(create.data && newKeyDialog)} onClose={close}>
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
  const written = useWritten(draft);
  const isFirstPress = usePressGuard();
  const send = async () => {
    if (!written || !isFirstPress()) return;
    onDraft(draft);
    const { spend_limit, tools, endsAt } = written;
    await onSend({
      name: draft.name.trim(),
      mode: draft.isTest ? 'test' : 'live',
      ...(endsAt && { expires_at: endsAt }),
      ...(spend_limit !== null && { spend_limit }),
      ...(tools && { tools }),
    });
  };
  return (
    <Form
      action="Create key"
      onSend={send}
      onLeave={() => onDraft(draft)}
      beside={<CancelButton onClick={onCancel} />}
    >
      <LimitFields
        value={draft}
        onChange={(changed) => setDraft({ ...draft, ...changed, name: changed.name ?? draft.name })}
      />
      <Switch
        label="Test key"
        description="Answers from the sample market, costs nothing, and can simulate every failure, for testing your code."
        checked={draft.isTest}
        onChange={(event) => setDraft({ ...draft, isTest: event.currentTarget.checked })}
      />
    </Form>
  );
}
