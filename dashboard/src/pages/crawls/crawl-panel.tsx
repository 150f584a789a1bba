import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CrawlChange, changeCrawl, removeCrawl } from '../../api/crawls.ts';
import type { Crawl } from '../../api/schema.ts';
import { downloadDataset } from '../../charts/download-dataset.ts';
import { ago, number, words } from '../../format.ts';
import { Bar } from '../../parts/bar.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Section } from '../../parts/page.tsx';
import { Stat } from '../../parts/stat.tsx';
import { ErrorState } from '../../parts/states.tsx';

interface CrawlProps {
  readonly crawl: Crawl;
}

/** One crawl: how far it is, or what it found. */
export function CrawlPanel({ crawl }: CrawlProps) {
  const { domain, status, pages_read: read, max_pages: most, created_at: at, ended_at: endedAt } = crawl;
  return (
    <Section title={domain}>
      <Stack gap="sm">
        <Group gap="xs">
          <Badge variant="light" color={status === 'failed' ? 'red' : 'gray'}>
            {words(status)}
          </Badge>
          <Text size="sm" c="dimmed">
            {number(read)} pages read, {number(crawl.addresses_waiting)} addresses waiting · {ago(at)}
          </Text>
        </Group>
        {endedAt === null ? <Bar share={read / most} /> : null}
        {crawl.message === null ? null : <Text size="sm">{crawl.message}</Text>}
        <Result crawl={crawl} />
        <Costs crawl={crawl} />
        <Actions crawl={crawl} />
      </Stack>
    </Section>
  );
}

function Costs({ crawl: { credits } }: CrawlProps) {
  const { held, charged, returned } = credits;
  return (
    <Text size="sm" c="dimmed">
      {charged === null
        ? `${number(held)} credits are set aside.`
        : `${number(charged)} credits charged, ${number(returned ?? 0)} given back.`}
    </Text>
  );
}

function Result({ crawl: { result } }: CrawlProps) {
  if (result === null) return null;
  const { changes, issues_summary: issues } = result;
  return (
    <>
      <Group gap="xl">
        <Stat label="Score" value={String(result.onpage_score)} note="of 100" />
        <Stat label="Errors" value={number(issues.high)} />
        <Stat label="Warnings" value={number(issues.medium)} />
        <Stat label="Notices" value={number(issues.low)} />
        {changes ? (
          <Stat
            label="Since the crawl before"
            value={`${number(changes.new)} new`}
            note={`${number(changes.mended)} mended, ${number(changes.still)} still there, ${number(changes.gone)} gone`}
          />
        ) : null}
      </Group>
      <Table.ScrollContainer minWidth={480}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>What to do first</Table.Th>
              <Table.Th ta="right">Pages</Table.Th>
              <Table.Th ta="right">Points</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {result.recommendations.map(({ issue, action, affected_pages: pages, gain }) => (
              <Table.Tr key={issue}>
                <Table.Td>{action}</Table.Td>
                <Table.Td ta="right">{number(pages)}</Table.Td>
                <Table.Td ta="right">{gain}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Lists lists={result.lists} />
    </>
  );
}

function Lists({ lists }: Pick<NonNullable<Crawl['result']>, 'lists'>) {
  const download = useMutation({ mutationFn: (uri: string) => downloadDataset(uri, 'csv') });
  const kept = lists.filter(({ expires_at: until }) => Date.parse(until) > Date.now());
  return (
    <>
      <Group gap="xs">
        {kept.map(({ uri, name, rows }) => (
          <Button
            key={uri}
            size="compact-sm"
            variant="default"
            loading={download.isPending && download.variables === uri}
            onClick={() => download.mutate(uri)}
          >
            {words(name.replaceAll('-', '_'))} ({number(rows)})
          </Button>
        ))}
      </Group>
      {download.error ? <ErrorState error={download.error} /> : null}
    </>
  );
}

const offered: Readonly<Partial<Record<Crawl['status'], readonly CrawlChange[]>>> = {
  queued: ['pause', 'cancel'],
  running: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
};

function Actions({ crawl: { id, status, ended_at: endedAt } }: CrawlProps) {
  const client = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: ['crawls'] });
  const change = useMutation({
    mutationFn: (wanted: CrawlChange) => changeCrawl(id, wanted),
    onSuccess: refresh,
  });
  return (
    <>
      {change.error ? <ErrorState error={change.error} /> : null}
      <Group gap="xs">
        {(offered[status] ?? []).map((wanted) => (
          <Button
            key={wanted}
            size="compact-sm"
            variant="subtle"
            loading={change.isPending && change.variables === wanted}
            onClick={() => change.mutate(wanted)}
          >
            {words(wanted)}
          </Button>
        ))}
        {endedAt === null ? null : (
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => setRemoving(true)}>
            Delete
          </Button>
        )}
      </Group>
      <Confirm
        opened={isRemoving}
        title="Delete this crawl?"
        action="Delete crawl"
        onConfirm={() => removeCrawl(id).then(refresh)}
        onClose={() => setRemoving(false)}
      >
        Its pages go with it, and the next crawl of the site is compared with none.
      </Confirm>
    </>
  );
}
