import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Passkey } from '../../api/schema.ts';
import { askSession } from '../../api/session.ts';
import { useRefresh } from '../../api/use-change.ts';
import { browserName } from '../../browser-name.ts';
import { ago, date } from '../../format.ts';
import { Act, ConfirmButton, Rename } from '../../parts/form.tsx';
import { PlusIcon } from '../../parts/icons.tsx';
import { EmptyState, QueryState, Section } from '../../parts/page.tsx';
import { ListRow, RowList } from '../../parts/row-list.tsx';
import { RowButton } from '../../parts/text.tsx';

/** A second way to sign in: the devices that may, and the way to add, name and remove one. */
export function Passkeys() {
  const passkeys = useQuery({
    queryKey: ['passkeys'],
    queryFn: async () => (await askSession('/session/passkey/list')).passkeys,
  });
  return (
    <Section
      title="Passkeys"
      lead="Sign in with the fingerprint, face or PIN of a device instead of a code."
      actions={<AddPasskey />}
    >
      <QueryState
        query={passkeys}
        empty={
          <EmptyState title="No passkey yet">
            Until you add one, you sign in with a code by email. Codes keep working afterwards.
          </EmptyState>
        }
      >
        {(list) => (
          <RowList>
            {list.map((passkey) => (
              <PasskeyRow key={passkey.id} {...passkey} />
            ))}
          </RowList>
        )}
      </QueryState>
    </Section>
  );
}

function AddPasskey() {
  if (!('PublicKeyCredential' in window)) return null;
  const add = async () =>
    (await import('../sign-in/passkeys.ts')).registerPasskey(browserName(navigator.userAgent));
  return (
    <Stack gap="xs" align="flex-end">
      <Act variant="default" leftSection={<PlusIcon size={16} />} act={add} shownBy={['passkeys']}>
        Add a passkey
      </Act>
    </Stack>
  );
}

function PasskeyRow({ id: passkey_id, name, created_at, last_used_at }: Passkey) {
  const [isRenaming, setRenaming] = useState(false);
  const refresh = useRefresh('passkeys');
  return (
    <ListRow title={name} note={`Added ${date(created_at)} · last used ${ago(last_used_at)}`}>
      <RowButton onClick={() => setRenaming(true)} aria-label={`Rename ${name}`}>
        Rename
      </RowButton>
      <ConfirmButton
        label="Remove"
        name={`Remove ${name}`}
        title="Remove this passkey?"
        action="Remove passkey"
        onConfirm={() => askSession('/session/passkey/remove', { passkey_id }).then(refresh)}
      >
        It no longer signs you in; a code by email still does. The device may keep offering it until you
        delete it there too.
      </ConfirmButton>
      {isRenaming ? (
        <Rename
          title="Rename passkey"
          description="The device it is on, such as “Work laptop”."
          name={name}
          onRename={(next) => askSession('/session/passkey/rename', { passkey_id, name: next }).then(refresh)}
          onClose={() => setRenaming(false)}
        />
      ) : null}
    </ListRow>
  );
}
