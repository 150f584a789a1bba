import { Alert, Code, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { UsageRecord } from '../../api/schema.ts';
import { useCallers, useIsWorking } from '../../api/use-callers.ts';
import { workspaceQueries } from '../../api/workspace.ts';
import { readAsked } from '../../asked-text.ts';
import { explorerLink } from '../../explorer-link.ts';
import { bytes, credits, duration, exactTime } from '../../format.ts';
import { CallStatus, callName } from '../../parts/call-status.tsx';
import { Copy } from '../../parts/code.tsx';
import { SidePanel } from '../../parts/dialog.tsx';
import { LinkButton, Note } from '../../parts/text.tsx';

interface CallDetailProps {
  readonly record: UsageRecord;
  readonly onClose: () => void;
}

/** All that is known of one call, for finding out what happened. */
export function CallDetail({ record, onClose }: CallDetailProps) {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Status', <CallStatus key="status" record={record} />],
    ['Charged', credits(record.credits_charged)],
    ['When', exactTime(record.created_at)],
    ['Response time', duration(record.response_time_ms)],
    ['Request', <Code key="request">{`${record.method} ${record.endpoint}`}</Code>],
    ['Sent and received', `${bytes(record.request_bytes)} · ${bytes(record.response_bytes)}`],
    ['By', <CallerName key="by" {...record} />],
    ['Credential', <Id key="credential" id={record.credential_id} label="credential" />],
    ['From cache', record.cache_hit ? 'Yes' : 'No'],
    ['Request id', <Id key="id" id={record.request_id} label="request id" />],
  ];
  return (
    <SidePanel onClose={onClose} title={callName(record)}>
      {record.error_message ? (
        <Alert color={record.status_code >= 500 ? 'red' : 'yellow'}>{record.error_message}</Alert>
      ) : null}
      <Asked record={record} />
      {facts.map(([label, fact]) => (
        <Fact key={label} label={label}>
          {fact}
        </Fact>
      ))}
    </SidePanel>
  );
}

function Id({ id, label }: { readonly id: string; readonly label: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Code style={{ wordBreak: 'break-all' }}>{id}</Code>
      <Copy value={id} label={label} />
    </Group>
  );
}

/** What was asked, and for those who use tools the way to its answer and to ask it again. */
function Asked({ record }: Pick<CallDetailProps, 'record'>) {
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
      <Group gap="xs">
        {isWorking && record.has_answer ? (
          <LinkButton href={`/explorer/${tool}/${record.request_id}`} size="xs" variant="light">
            Open the answer, free
          </LinkButton>
        ) : null}
        {isWorking && question ? (
          <LinkButton href={explorerLink(tool, question)} size="xs" variant="default">
            Ask again
          </LinkButton>
        ) : null}
      </Group>
    </>
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

const kinds: Readonly<Record<UsageRecord['auth_source'], string>> = {
  api_key: 'API key',
  session: 'Dashboard',
  oauth: 'Agent',
  schedule: 'Schedule',
};

type Caller = Pick<UsageRecord, 'auth_source' | 'credential_id'>;

/** Who made a call: `API key “Rank report”`, `Agent “Claude”`, `Dashboard`, `Schedule “Our rivals”`. */
export function CallerName({ auth_source: source, credential_id: id }: Caller) {
  const { keys, agents } = useCallers();
  const isWorking = useIsWorking();
  const { data: trackers } = useQuery({
    ...workspaceQueries.trackers,
    enabled: source === 'schedule' && isWorking,
  });
  const name =
    keys?.find((key) => key.id === id)?.name ??
    agents?.find((agent) => agent.id === id)?.client_name ??
    trackers?.find((tracker) => tracker.id === id)?.name;
  return (
    <>
      {kinds[source]}
      {name ? ` “${name}”` : null}
    </>
  );
}
