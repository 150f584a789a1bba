import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { curlSample } from '#shared/contract/code-samples.ts';
import { queries } from '../../api/queries.ts';
import type { CreatedCredential } from '../../api/schema.ts';
import { useRefresh } from '../../api/use-change.ts';
import { CodeBlock, ShownOnce } from '../../parts/code.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { WarningIcon } from '../../parts/icon.tsx';
import { LoadingBox } from '../../parts/page.tsx';

interface KeyDialogProps<Input> {
  readonly title: string;
  readonly onClose: () => void;
  readonly make: (input: Input, idempotencyKey: string) => Promise<CreatedCredential>;
  /** The form, told how to send what is filled in. */
  readonly children: (send: (input: Input) => Promise<unknown>) => ReactNode;
}

/** Has a key made by a form, and then shows it once: no press beside the dialog ends it. */
export function KeyDialog<Input>({ title, onClose, make, children }: KeyDialogProps<Input>) {
  const refresh = useRefresh('credentials');
  // One for each try: pressing twice makes one key.
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const { data, mutateAsync } = useMutation({
    mutationFn: (input: Input) => make(input, idempotencyKey),
    onSuccess: refresh,
    onError: () => setKey(crypto.randomUUID()),
  });
  const isMade = data !== undefined;
  return (
    <Dialog
      title={isMade ? 'Your new key' : title}
      size={isMade ? 'lg' : 'md'}
      closeOnClickOutside={!isMade}
      closeOnEscape={!isMade}
      onClose={onClose}
    >
      {isMade ? <NewKey created={data} onDone={onClose} /> : children(mutateAsync)}
    </Dialog>
  );
}

interface NewKeyProps {
  readonly created: CreatedCredential;
  readonly onDone: () => void;
}

/** The one moment at which the key can be read: copy it, try it. */
function NewKey({ created: { key, api_credential: made }, onDone }: NewKeyProps) {
  if (key === null)
    return (
      <Stack>
        <Alert color="yellow" icon={<WarningIcon />} title="This key was created a moment ago">
          A key is shown once, with the first answer. If you did not copy it, revoke “{made.name}” and create
          another.
        </Alert>
        <Group justify="flex-end">
          <Button onClick={onDone}>Close</Button>
        </Group>
      </Stack>
    );
  return (
    <ShownOnce
      warning="Copy it now. We keep only a fingerprint of it, so it cannot be shown again."
      label={made.name}
      value={key}
      name="new-key"
      onDone={onDone}
    >
      <Text fw={550}>Try it</Text>
      <FirstCall apiKey={key} />
    </ShownOnce>
  );
}

/** A command that calls the first tool with its example; a variable of the shell stands for a key that is left out. */
export function FirstCall({ apiKey = '$ORIEL_API_KEY' }: { readonly apiKey?: string }) {
  const { data } = useQuery(queries.capabilities);
  const [tool] = data?.data.tools ?? [];
  if (!tool) return <LoadingBox height={118} />;
  const { path, example: body } = tool;
  const command = curlSample({ path, body, method: 'POST', needsKey: true, baseUrl: location.origin });
  return <CodeBlock code={command.replace('$ORIEL_API_KEY', () => apiKey)} label="command" />;
}
