import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Share } from '../api/schema.ts';
import { useChange } from '../api/use-change.ts';
import { type NewShare, workspaceQueries } from '../api/workspace.ts';
import { date } from '../format.ts';
import { CopyField } from './copy-field.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorState } from './page.tsx';
import { Segments } from './segments.tsx';
import { ShareList } from './share-list.tsx';
import { Note } from './text.tsx';

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
  const shares = useQuery(workspaceQueries.shares);
  const making = useChange(() => make(Number(days), crypto.randomUUID()), 'shares');
  const live = shares.data?.filter(isSame) ?? [];
  const { url, share } = making.data ?? {};
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <Stack>
        <Text>{children}</Text>
        {url ? (
          <Stack gap={4}>
            <CopyField label="Link" value={url} name="share-link" />
            <Note>Copy it now: it is not shown again. It expires on {date(share?.expires_at)}.</Note>
          </Stack>
        ) : (
          <Group justify="space-between" align="flex-end">
            <Stack gap={4}>
              <Text fw={500} id="share-days">
                The link expires after
              </Text>
              <Segments data={spans} value={days} onChange={setDays} aria-labelledby="share-days" />
            </Stack>
            <Button loading={making.isPending} onClick={() => making.mutate()}>
              Create link
            </Button>
          </Group>
        )}
        <ErrorState error={making.error} />
        {live.length > 0 ? <ShareList title="Live links" shares={live} /> : null}
      </Stack>
    </Dialog>
  );
}
