import { Alert, Code, Drawer, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { UsageRecord } from '../../api/schema.ts';
import { useIsWorking } from '../../api/use-callers.ts';
import { readAsked } from '../../asked-text.ts';
import { explorerLink } from '../../explorer-link.ts';
import { bytes, credits, duration, exactTime } from '../../format.ts';
import { CallStatus, callName } from '../../parts/call-status.tsx';
import { Copy } from '../../parts/code.tsx';
import { LinkButton } from '../../parts/links.tsx';
import { Note } from '../../parts/text.tsx';
import { CallerName } from './caller-name.tsx';

interface CallDetailProps {
  readonly record: UsageRecord | undefined;
  readonly onClose: () => void;
}

/** All that is known of one call, for finding out what happened. */
export function CallDetail({ record, onClose }: CallDetailProps) {
  // What was shown stays while the drawer slides out.
  const [shown, setShown] = useState(record);
  if (record && record !== shown) setShown(record);
  return (
    <Drawer
      opened={record !== undefined}
      onClose={onClose}
      position="right"
      title={shown ? callName(shown) : ''}
    >
      {shown ? <Facts record={shown} /> : null}
    </Drawer>
  );
}

function Facts({ record }: { readonly record: UsageRecord }) {
  return (
    <Stack gap="md">
      {record.error_message ? (
        <Alert color={record.status_code >= 500 ? 'red' : 'yellow'}>{record.error_message}</Alert>
      ) : null}
      <Asked record={record} />
      <Fact label="Status">
        <CallStatus record={record} />
      </Fact>
      <Fact label="Charged">{credits(record.credits_charged)}</Fact>
      <Fact label="When">{exactTime(record.created_at)}</Fact>
      <Fact label="Response time">{duration(record.response_time_ms)}</Fact>
      <Fact label="Request">
        <Code>
          {record.method} {record.endpoint}
        </Code>
      </Fact>
      <Fact label="Sent and received">
        {bytes(record.request_bytes)} · {bytes(record.response_bytes)}
      </Fact>
      <Fact label="By">
        <CallerName {...record} />
        <Code display="block" w="fit-content" mt={4} style={{ wordBreak: 'break-all' }}>
          {record.credential_id}
        </Code>
      </Fact>
      <Fact label="From cache">{record.cache_hit ? 'yes' : 'no'}</Fact>
      <Fact label="Request id">
        <Group gap={4} wrap="nowrap">
          <Code style={{ wordBreak: 'break-all' }}>{record.request_id}</Code>
          <Copy value={record.request_id} label="request id" />
        </Group>
      </Fact>
    </Stack>
  );
}

/** What was asked, and for those who use tools the way to its answer and to ask it again. */
function Asked({ record }: { readonly record: UsageRecord }) {
  const isWorking = useIsWorking();
  const { tool, arguments: asked } = record;
  if (tool === null || asked === null) return null;
  const question = readAsked(asked);
  return (
    <>
      <Fact label="Asked">
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {question ? JSON.stringify(question, null, 2) : `${asked}…`}
        </Code>
      </Fact>
      {isWorking ? <WaysOn record={record} tool={tool} question={question} /> : null}
    </>
  );
}

interface WaysOnProps {
  readonly record: UsageRecord;
  readonly tool: string;
  readonly question: ReturnType<typeof readAsked>;
}

function WaysOn({ record, tool, question }: WaysOnProps) {
  return (
    <Group gap="xs">
      {record.has_answer ? (
        <LinkButton href={`/explorer/${tool}/${record.request_id}`} size="xs" variant="light">
          Open the answer, free
        </LinkButton>
      ) : null}
      {question ? (
        <LinkButton href={explorerLink(tool, question)} size="xs" variant="default">
          Ask again
        </LinkButton>
      ) : null}
    </Group>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <Note mb={2}>{label}</Note>
      <Text component="div">{children}</Text>
    </div>
  );
}
