import { Anchor, Button, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { answered, api, keyed } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import type { NewCredential } from '../../api/schema.ts';
import { parsed } from '../../browser-store.ts';
import { flag, num, text, texts } from '../../charts/read.ts';
import { pageHeads } from '../../page-heads.ts';
import { LimitFields, useWritten } from '../../parts/edit-limits.tsx';
import { Form } from '../../parts/form.tsx';
import { PlusIcon } from '../../parts/icons.tsx';
import { EmptyState, LoadingBox, Page, QueryState, Section } from '../../parts/page.tsx';
import { InUse } from '../../parts/row-list.tsx';
import { CancelButton, Hint } from '../../parts/text.tsx';
import { usePressGuard } from '../../press-guard.ts';
import { navigate, useParameter } from '../../router.tsx';
import { KeyTable } from './key-table.tsx';
import { FirstCall, KeyDialog } from './new-key.tsx';

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
          loading={<LoadingBox height={74} />}
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

/** The member of the address that keeps the form: a reload and a session that ends lose nothing of it. */
const member = 'new';

/** Whether the address asks for a new key, with a draft or without. */
function asksForKey(): boolean {
  return location.hash === '#new' || new URLSearchParams(location.search).has(member);
}

/** Asks for a name, limits where wanted, and shows the key once. */
function CreateKey({ onClose }: { readonly onClose: () => void }) {
  const [kept, keep] = useParameter(member, '');
  const [draft, setDraft] = useState(() => draftOf(kept));
  const written = useWritten(draft);
  // Fields are left once more as the form goes; what is sent or closed is no draft then.
  const isOver = useRef(false);
  const isFirstPress = usePressGuard();
  const keepDraft = () => {
    if (!isOver.current && location.pathname === '/keys') keep(JSON.stringify(draft));
  };
  const drop = () => {
    isOver.current = true;
    if (location.pathname === '/keys') navigate('/keys', { replace: true });
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
        <Form
          action="Create key"
          isReady={written !== undefined}
          onSend={async () => {
            if (!written || !isFirstPress()) return;
            keepDraft();
            await send(bodyOf(draft, written));
          }}
          onLeave={keepDraft}
          beside={<CancelButton onClick={close} />}
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
      )}
    </KeyDialog>
  );
}

/** The form of a new key, as far as it is filled in. */
function draftOf(json: string) {
  const kept = parsed(json || null);
  return {
    name: text(kept, 'name'),
    isTest: flag(kept, 'isTest'),
    lastDay: text(kept, 'lastDay'),
    spendLimit: num(kept, 'spendLimit'),
    tools: texts(kept, 'tools'),
  };
}

type Written = NonNullable<ReturnType<typeof useWritten>>;

function bodyOf(draft: ReturnType<typeof draftOf>, { spend_limit, tools, endsAt }: Written): NewCredential {
  return {
    name: draft.name.trim(),
    mode: draft.isTest ? 'test' : 'live',
    ...(endsAt && { expires_at: endsAt }),
    ...(spend_limit !== null && { spend_limit }),
    ...(tools && { tools }),
  };
}
