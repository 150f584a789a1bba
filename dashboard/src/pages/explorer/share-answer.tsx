import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../api/use-change.ts';
import { shareAnswer, workspaceQueries } from '../../api/workspace.ts';
import { date } from '../../format.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Segments } from '../../parts/segments.tsx';
import { ShareList } from '../../parts/share-list.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { Note } from '../../parts/text.tsx';

interface ShareAnswerProps {
  readonly requestId: string;
  readonly onClose: () => void;
}

const spans = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
];

/** Makes links that let anybody read one answer, and takes them back. */
export function ShareAnswer({ requestId, onClose }: ShareAnswerProps) {
  const [days, setDays] = useState('30');
  const shares = useQuery(workspaceQueries.shares);
  const make = useChange(() => shareAnswer(requestId, Number(days), crypto.randomUUID()), 'shares');
  const own = shares.data?.filter((share) => share.request_id === requestId) ?? [];
  const { url, share } = make.data ?? {};
  return (
    <Dialog onClose={onClose} title="Share this answer" size="lg">
      <Stack>
        <Text>
          Anyone with the link can read the question and this answer, including figures of your own site,
          without an account. They cannot see your balance, your keys or the complete lists.
        </Text>
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
            <Button loading={make.isPending} onClick={() => make.mutate()}>
              Create link
            </Button>
          </Group>
        )}
        <ErrorState error={make.error} />
        {own.length > 0 ? <ShareList title="Links to this answer" shares={own} /> : null}
      </Stack>
    </Dialog>
  );
}
