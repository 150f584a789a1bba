import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/queries.ts';
import { pageHeads } from '../../page-heads.ts';
import { PlusIcon } from '../../parts/icons.tsx';
import { EmptyState, LoadingRows, Page, QueryState, Section } from '../../parts/page.tsx';
import { InUse } from '../../parts/row-list.tsx';
import { Hint } from '../../parts/text.tsx';
import { CreateKey } from './create-key.tsx';
import { asksForKey } from './key-draft.ts';
import { KeyTable } from './key-table.tsx';
import { FirstCall } from './new-key.tsx';

/** Keys of the account: make one, see when it was last used, end it. */
export function KeysPage() {
  const credentials = useQuery(queries.credentials);
  const [isCreating, setCreating] = useState(asksForKey);
  const create = (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => setCreating(true)}>
      Create key
    </Button>
  );
  return (
    <Page {...pageHeads.keys} actions={create}>
      <Section title="Keys">
        <QueryState
          query={credentials}
          loading={<LoadingRows height={40} />}
          empty={
            <EmptyState title="No keys yet">
              Create one to call the API from your own code, a script or a spreadsheet.
            </EmptyState>
          }
        >
          {(list) => (
            <InUse all={list} ended="ended key" none="No key is in use.">
              {(shown, isEnded) => <KeyTable label={isEnded ? 'Ended keys' : 'Keys'} credentials={shown} />}
            </InUse>
          )}
        </QueryState>
      </Section>
      <Section
        title="Use a key"
        lead="Send it as a bearer token or in the header X-API-Key. Never put it in a URL."
      >
        <FirstCall />
        <Hint mt="md">
          Every endpoint, with an example of each answer and each error, is in the{' '}
          <Anchor href="/docs">API reference</Anchor>.
        </Hint>
      </Section>
      {isCreating ? <CreateKey onClose={() => setCreating(false)} /> : null}
    </Page>
  );
}
