import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answered, api, at } from '../api/client.ts';
import type { Share } from '../api/schema.ts';
import { useRefresh } from '../api/use-change.ts';
import { type NewShare, workspaceQueries } from '../api/workspace.ts';
import { ago, date, words } from '../format.ts';
import { CopyField } from './code.tsx';
import { Dialog } from './dialog.tsx';
import { Act, Choice, Form } from './form.tsx';
import { ListRow, RowList } from './row-list.tsx';
import { Note, RowButton, TextLink } from './text.tsx';

interface ShareDialogProps {
  readonly title: string;
  /** Who can read what. */
  readonly children: ReactNode;
  readonly make: (days: number, idempotencyKey: string) => Promise<NewShare>;
  /** Whether a link leads to the same. */
  readonly isSame: (share: Share) => boolean;
  readonly onClose: () => void;
}

const spans = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
];

/** Makes links that let anybody read one thing, and takes them back. */
export function ShareDialog({ title, children, make, isSame, onClose }: ShareDialogProps) {
  const [days, setDays] = useState('30');
  const [made, setMade] = useState<NewShare>();
  const refresh = useRefresh('shares');
  const { data: shares = [] } = useQuery(workspaceQueries.shares);
  const live = shares.filter(isSame);
  const create = async () => {
    setMade(await make(Number(days), crypto.randomUUID()));
    await refresh();
  };
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <Stack>
        <Text>{children}</Text>
        {made?.url ? (
          <div>
            <CopyField label="Link" value={made.url} name="share-link" />
            <Note>Copy it now: it is not shown again. It expires on {date(made.share.expires_at)}.</Note>
          </div>
        ) : (
          <Form action="Create link" onSend={create}>
            <Choice label="The link expires after" data={spans} value={days} onChange={setDays} />
          </Form>
        )}
        {live.length > 0 ? <ShareList title="Live links" shares={live} /> : null}
      </Stack>
    </Dialog>
  );
}

/** Links that are live, each to be withdrawn. */
export function ShareList({ title, shares }: { readonly title: string; readonly shares: readonly Share[] }) {
  return (
    <RowList label={title}>
      {shares.map(({ id, tool, site, request_id, created_at, expires_at }) => (
        <ListRow
          key={id}
          title={
            <TextLink href={site ? `/sites/${site}` : `/explorer/${tool}/${request_id}`}>
              {site ?? words(tool)}
            </TextLink>
          }
          note={`Shared ${ago(created_at)}, expires ${date(expires_at)}`}
        >
          <Act
            look={RowButton}
            color="red"
            act={() => answered(api.POST('/v1/me/shares/{share_id}/withdraw', at({ share_id: id })))}
            shownBy={['shares']}
            aria-label={`Withdraw the link of ${date(created_at)}`}
          >
            Withdraw
          </Act>
        </ListRow>
      ))}
    </RowList>
  );
}
