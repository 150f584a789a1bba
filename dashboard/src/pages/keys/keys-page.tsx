import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/queries.ts';
import type { Credential } from '../../api/schema.ts';
import { pageHeads } from '../../page-heads.ts';
import { Ended } from '../../parts/ended.tsx';
import { PlusIcon } from '../../parts/icons.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { EmptyState, LoadingRows, QueryState } from '../../parts/states.tsx';
import { CreateKey } from './create-key.tsx';
import { asksForKey } from './key-draft.ts';
import { type KeyActions, KeyTable } from './key-table.tsx';
import { RevokeKey } from './revoke-key.tsx';
import { RotateKey } from './rotate-key.tsx';
import { UseKey } from './use-key.tsx';

/** Keys of the account: make one, see when it was last used, end it. */
export function KeysPage() {
  const credentials = useQuery(queries.credentials);
  const [isCreating, setCreating] = useState(asksForKey);
  const [revoking, setRevoking] = useState<Credential>();
  const [rotating, setRotating] = useState<Credential>();
  const create = (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => setCreating(true)}>
      Create key
    </Button>
  );
  return (
    <Page {...pageHeads.keys} actions={create}>
      <Section title="Keys">
        <QueryState query={credentials} loading={<LoadingRows height={40} />}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState title="No keys yet" action={create}>
                Create one to call the API from your own code, a script or a spreadsheet.
              </EmptyState>
            ) : (
              <Keys credentials={list} onRevoke={setRevoking} onRotate={setRotating} />
            )
          }
        </QueryState>
      </Section>
      <UseKey />
      <CreateKey opened={isCreating} onClose={() => setCreating(false)} />
      <RotateKey credential={rotating} onClose={() => setRotating(undefined)} />
      <RevokeKey credential={revoking} onClose={() => setRevoking(undefined)} />
    </Page>
  );
}

interface KeysProps extends KeyActions {
  readonly credentials: readonly Credential[];
}

/** Keys in use; those that have ended are folded below them. */
function Keys({ credentials, ...actions }: KeysProps) {
  const active = credentials.filter(({ is_active }) => is_active);
  const ended = credentials.filter(({ is_active }) => !is_active);
  return (
    <>
      {active.length === 0 ? (
        <Text size="sm" c="dimmed" mb="md">
          No key is in use.
        </Text>
      ) : (
        <KeyTable label="Keys" credentials={active} {...actions} />
      )}
      <Ended count={ended.length} one="key that has ended" many="keys that have ended">
        <KeyTable label="Keys that have ended" credentials={ended} {...actions} />
      </Ended>
    </>
  );
}
