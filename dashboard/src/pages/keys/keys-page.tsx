import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { limitCredential } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import type { Credential } from '../../api/schema.ts';
import { ChangeLimit } from '../../parts/change-limit.tsx';
import { KeyIcon, PlusIcon } from '../../parts/icons.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { EmptyState, LoadingRows, QueryState } from '../../parts/states.tsx';
import { CreateKey } from './create-key.tsx';
import { KeyTable } from './key-table.tsx';
import { RevokeKey } from './revoke-key.tsx';
import { UseKey } from './use-key.tsx';

/** Keys of the account: make one, see when it was last used, end it. */
export function KeysPage() {
  const credentials = useQuery(queries.credentials);
  const [isCreating, setCreating] = useState(() => location.hash === '#new');
  const [revoking, setRevoking] = useState<Credential>();
  const [limiting, setLimiting] = useState<Credential>();
  const queryClient = useQueryClient();
  const create = (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => setCreating(true)}>
      Create key
    </Button>
  );
  return (
    <Page
      title="API access"
      lead="A key lets a program call the API as this account. Give each program its own, so that you can end one without the others."
      actions={create}
    >
      <Section title="Keys">
        <QueryState query={credentials} loading={<LoadingRows height={40} />}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState icon={<KeyIcon />} title="No keys yet" action={create}>
                Create one to call the API from your own code, a script or a spreadsheet.
              </EmptyState>
            ) : (
              <KeyTable credentials={list} onRevoke={setRevoking} onLimit={setLimiting} />
            )
          }
        </QueryState>
      </Section>
      <UseKey />
      <CreateKey opened={isCreating} onClose={() => setCreating(false)} />
      <ChangeLimit
        limited={limiting && { id: limiting.id, name: limiting.name, limit: limiting.spend_limit }}
        onSave={async (id, limit) => {
          await limitCredential(id, limit);
          await queryClient.invalidateQueries({ queryKey: ['credentials'] });
        }}
        onClose={() => setLimiting(undefined)}
      />
      <RevokeKey credential={revoking} onClose={() => setRevoking(undefined)} />
    </Page>
  );
}
