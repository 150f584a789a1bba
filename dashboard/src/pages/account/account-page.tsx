import { Badge, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/queries.ts';
import type { Passkey } from '../../api/schema.ts';
import { askSession, postSession, signedOutEvent } from '../../api/session.ts';
import { useIsWorking } from '../../api/use-callers.ts';
import { useRefresh } from '../../api/use-change.ts';
import { workspaceQueries } from '../../api/workspace.ts';
import { browserName } from '../../browser-name.ts';
import { ago, date } from '../../format.ts';
import { pageHeads } from '../../page-heads.ts';
import { Copy } from '../../parts/code.tsx';
import { Act, ConfirmButton, FormDialog, Rename, typed } from '../../parts/form.tsx';
import { DownloadIcon, PlusIcon } from '../../parts/icons.tsx';
import { EmptyState, LoadingBox, Page, QueryState, Section } from '../../parts/page.tsx';
import { ListRow, RowList } from '../../parts/row-list.tsx';
import { ShareList } from '../../parts/share-dialog.tsx';
import { Hint, RowButton } from '../../parts/text.tsx';
import { navigate } from '../../router.tsx';
import { saveJson } from '../../save-file.ts';

/** Who is signed in, where, and the way out with everything one owns. */
export function AccountPage() {
  const { data: session } = useQuery(queries.session);
  const isWorking = useIsWorking();
  const isOwn = session?.personEmail === session?.email;
  return (
    <Page {...pageHeads.account}>
      <Section title="Identity">
        <Stack gap="xs">
          <Text>
            Signed in as <b>{session?.personEmail}</b>
            {session && !isOwn ? ` as ${session.role} in the account of ${session.email}` : null}
          </Text>
          <Group gap={6} wrap="nowrap">
            <Hint>Account</Hint>
            <Code style={{ wordBreak: 'break-all' }}>{session?.accountId}</Code>
            <Copy value={session?.accountId ?? ''} label="account id" />
          </Group>
        </Stack>
      </Section>
      <Passkeys />
      <Sessions />
      {isWorking ? <SharedAnswers /> : null}
      {isOwn ? (
        <>
          <DownloadData />
          <DeleteAccount email={session?.email ?? ''} />
        </>
      ) : null}
    </Page>
  );
}

/** Browsers that are signed in, and the way to sign each out. */
function Sessions() {
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: async () => (await askSession('/session/list')).sessions,
  });
  return (
    <Section title="Signed in on">
      <QueryState query={sessions} loading={<LoadingBox height={56} />}>
        {(list) => (
          <RowList>
            {list.map(({ id, user_agent, last_seen_at, created_at, method, network, is_current }) => (
              <ListRow
                key={id}
                title={browserName(user_agent)}
                note={`Last seen ${ago(last_seen_at)} · signed in ${ago(created_at)} by ${method}${
                  network === null ? '' : ` from ${network}`
                }`}
              >
                {is_current ? (
                  <Badge color="glass">This browser</Badge>
                ) : (
                  <Act
                    look={RowButton}
                    color="red"
                    act={() => askSession('/session/end', { session_id: id })}
                    shownBy={['sessions']}
                    aria-label={`Sign out ${browserName(user_agent)}`}
                  >
                    Sign out
                  </Act>
                )}
              </ListRow>
            ))}
          </RowList>
        )}
      </QueryState>
    </Section>
  );
}

/** All links that are live, so that none is forgotten; nothing where there is none. */
function SharedAnswers() {
  const { data } = useQuery(workspaceQueries.shares);
  if (!data || data.length === 0) return null;
  return (
    <Section title="Shared links" lead="Anyone with a link can read it until you withdraw it.">
      <ShareList title="Shared links" shares={data} />
    </Section>
  );
}

/** Everything that is kept about the account, as one file. */
function DownloadData() {
  const download = async () => saveJson(await postSession('account/download'), 'oriel-account.json');
  return (
    <Section
      title="Your data"
      lead="Account, keys (without the secrets), sessions, agents, orders, ledger and the latest activity, as JSON."
    >
      <Act variant="default" leftSection={<DownloadIcon size={16} />} act={download}>
        Download
      </Act>
    </Section>
  );
}

/** The way out, hard to take by accident. */
function DeleteAccount({ email }: { readonly email: string }) {
  const [opened, { open, close }] = useDisclosure();
  const [written, setWritten] = useState('');
  const remove = async () => {
    await postSession('account/delete', { email: written.trim() });
    navigate('/', { replace: true });
    dispatchEvent(new Event(signedOutEvent));
  };
  return (
    <Section
      title="Delete account"
      lead="Keys, agents and sessions end at once. Remaining credits are lost. Payment records are kept as the law requires, without your address."
    >
      <Button color="red" variant="light" onClick={open}>
        Delete account
      </Button>
      {opened ? (
        <FormDialog
          title="Delete this account?"
          action="Delete account and everything in it"
          color="red.9"
          isReady={written.trim().toLowerCase() === email.toLowerCase()}
          onSend={remove}
          onClose={close}
        >
          <Text>
            This cannot be undone. Type <b>{email}</b> to confirm.
          </Text>
          <TextInput
            label="Email address"
            autoComplete="off"
            data-autofocus
            {...typed(written, setWritten)}
          />
        </FormDialog>
      ) : null}
    </Section>
  );
}

/** A second way to sign in: the devices that may, and the way to add, name and remove one. */
function Passkeys() {
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
        loading={<LoadingBox height={35} />}
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
    <Act variant="default" leftSection={<PlusIcon size={16} />} act={add} shownBy={['passkeys']}>
      Add a passkey
    </Act>
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
