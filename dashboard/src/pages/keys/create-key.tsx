import { Switch } from '@mantine/core';
import { useRef, useState } from 'react';
import { answered, api, keyed } from '../../api/client.ts';
import type { NewCredential } from '../../api/schema.ts';
import { LimitFields, useWritten } from '../../parts/edit-limits.tsx';
import { Form } from '../../parts/form.tsx';
import { CancelButton } from '../../parts/text.tsx';
import { usePressGuard } from '../../press-guard.ts';
import { dropDraft, keepDraft, keptDraft } from './key-draft.ts';
import { KeyDialog } from './new-key.tsx';

/** Asks for a name, limits where wanted, and shows the key once. */
export function CreateKey({ onClose }: { readonly onClose: () => void }) {
  // Fields are left once more as the form goes; what is sent or closed is no draft then.
  const isOver = useRef(false);
  const drop = () => {
    isOver.current = true;
    dropDraft();
  };
  const make = async (body: NewCredential, idempotencyKey: string) => {
    const created = await answered(api.POST('/v1/me/api-credentials', { ...keyed(idempotencyKey), body }));
    drop();
    return created;
  };
  const close = () => {
    drop();
    onClose();
  };
  return (
    <KeyDialog title="Create key" make={make} onClose={close}>
      {(send) => (
        <KeyForm onSend={send} onDraft={(draft) => isOver.current || keepDraft(draft)} onCancel={close} />
      )}
    </KeyDialog>
  );
}

interface KeyFormProps {
  readonly onSend: (body: NewCredential) => Promise<unknown>;
  readonly onDraft: (draft: ReturnType<typeof keptDraft>) => void;
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
