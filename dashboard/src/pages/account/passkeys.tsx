import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listPasskeys, removePasskey, renamePasskey } from '../../api/client.ts';
import type { Passkey } from '../../api/schema.ts';
import { browserName } from '../../browser-name.ts';
import { ago, date } from '../../format.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { PlusIcon } from '../../parts/icons.tsx';
import { Section } from '../../parts/page.tsx';
import { Rename } from '../../parts/rename.tsx';
import { EmptyState, ErrorState, QueryState } from '../../parts/states.tsx';
import classes from '../connect/connections.module.css';

const queryKey = ['passkeys'];

/** A second way to sign in: the devices that may, and the way to add, name and remove one. */
export function Passkeys() {
  const passkeys = useQuery({ queryKey, queryFn: listPasskeys });
  const queryClient = useQueryClient();
  const [renaming, setRenaming] = useState<Passkey>();
  const [removing, setRemoving] = useState<Passkey>();
  const reload = () => queryClient.invalidateQueries({ queryKey });
  const remove = async () => {
    if (!removing) return;
    await removePasskey(removing.id);
    await reload();
  };
  return (
    <Section
      title="Passkeys"
      lead="Sign in with the fingerprint, face or PIN of a device instead of a code."
      actions={<AddPasskey onAdded={reload} />}
    >
      <QueryState query={passkeys}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No passkey yet">
              Until there is one, you sign in with a code by mail. Codes keep working afterwards.
            </EmptyState>
          ) : (
            <ul className={classes.list}>
              {list.map((passkey) => (
                <PasskeyRow
                  key={passkey.id}
                  passkey={passkey}
                  onRename={() => setRenaming(passkey)}
                  onRemove={() => setRemoving(passkey)}
                />
              ))}
            </ul>
          )
        }
      </QueryState>
      {renaming ? (
        <Rename
          title="Rename passkey"
          description="The device it is on, such as “Work laptop”."
          name={renaming.name}
          onRename={(name) => renamePasskey(renaming.id, name).then(reload)}
          onClose={() => setRenaming(undefined)}
        />
      ) : null}
      <Confirm
        opened={removing !== undefined}
        title="Remove this passkey?"
        action="Remove passkey"
        onConfirm={remove}
        onClose={() => setRemoving(undefined)}
      >
        It no longer signs you in. A code by mail still does. The device may go on offering it until you
        delete it there as well.
      </Confirm>
    </Section>
  );
}

function AddPasskey({ onAdded }: { readonly onAdded: () => unknown }) {
  const add = useMutation({
    mutationFn: async () =>
      (await import('../sign-in/passkeys.ts')).registerPasskey(browserName(navigator.userAgent)),
    onSuccess: onAdded,
  });
  if (!('PublicKeyCredential' in window)) return null;
  return (
    <Stack gap="xs" align="flex-end">
      <Button
        variant="default"
        leftSection={<PlusIcon size={16} />}
        loading={add.isPending}
        onClick={() => add.mutate()}
      >
        Add a passkey
      </Button>
      {add.error ? <ErrorState error={add.error} /> : null}
    </Stack>
  );
}

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { name, created_at, last_used_at } = passkey;
  return (
    <li className={classes.row}>
      <Stack gap={2} miw={0}>
        <Text size="sm" fw={550} truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          Added {date(created_at)} · last used {ago(last_used_at)}
        </Text>
      </Stack>
      <Group gap="xs">
        <Button size="compact-sm" variant="subtle" onClick={onRename} aria-label={`Rename ${name}`}>
          Rename
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          onClick={onRemove}
          aria-label={`Remove ${name}`}
        >
          Remove
        </Button>
      </Group>
    </li>
  );
}
