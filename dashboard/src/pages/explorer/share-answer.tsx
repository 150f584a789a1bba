import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { shareAnswer, workspaceQueries } from '../../api/workspace.ts';
import { date } from '../../format.ts';
import { Copy } from '../../parts/code.tsx';
import { Segments } from '../../parts/segments.tsx';
import { ShareList } from '../../parts/share-list.tsx';
import { ErrorState } from '../../parts/states.tsx';

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
  const queryClient = useQueryClient();
  const shares = useQuery(workspaceQueries.shares);
  const make = useMutation({
    mutationFn: () => shareAnswer(requestId, Number(days), crypto.randomUUID()),
    onSuccess: () => queryClient.invalidateQueries(workspaceQueries.shares),
  });
  const own = shares.data?.filter((share) => share.request_id === requestId) ?? [];
  const { url, share } = make.data ?? {};
  return (
    <Modal opened onClose={onClose} title="Share this answer" size="lg">
      <Stack>
        <Text size="sm">
          Who has the link reads the question and this answer, figures of your own site included, without an
          account. Your balance, your keys and the complete lists stay yours.
        </Text>
        {url ? (
          <Stack gap={4}>
            <Group gap="xs" wrap="nowrap" align="flex-end">
              <TextInput
                flex={1}
                label="Link"
                value={url}
                readOnly
                data-testid="share-link"
                onFocus={(event) => event.currentTarget.select()}
              />
              <Copy value={url} label="link" />
            </Group>
            <Text size="xs" c="dimmed">
              Copy it now: it is not shown again. It ends on {date(share?.expires_at)}.
            </Text>
          </Stack>
        ) : (
          <Group justify="space-between" align="flex-end">
            <Stack gap={4}>
              <Text size="sm" fw={500} id="share-days">
                The link ends after
              </Text>
              <Segments data={spans} value={days} onChange={setDays} aria-labelledby="share-days" />
            </Stack>
            <Button loading={make.isPending} onClick={() => make.mutate()}>
              Create link
            </Button>
          </Group>
        )}
        {make.error ? <ErrorState error={make.error} /> : null}
        {own.length > 0 ? <ShareList title="Links to this answer" shares={own} /> : null}
      </Stack>
    </Modal>
  );
}
