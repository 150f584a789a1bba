import { Badge, Group, Stack, Text } from '@mantine/core';
import { answered, api, at } from '../../api/client.ts';
import type { Crawl } from '../../api/schema.ts';
import { useRefresh } from '../../api/use-change.ts';
import { AuditIssues } from '../../charts/audit-issues.tsx';
import { issuesOf } from '../../charts/audit-tickets.ts';
import { downloadDataset } from '../../charts/download-dataset.ts';
import { FieldVitals } from '../../charts/field-vitals.tsx';
import { Figures } from '../../charts/figures.tsx';
import { ago, counted, credits, date, decimal, number, words } from '../../format.ts';
import { Bar } from '../../parts/bar-list.tsx';
import { Act, ConfirmButton } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { Hint, RowButton } from '../../parts/text.tsx';

interface CrawlProps {
  readonly crawl: Crawl;
}

/** One crawl: how far it is, or what it found. */
export function CrawlPanel({ crawl }: CrawlProps) {
  const { domain, status, pages_read: read, max_pages: most, created_at: at, ended_at: endedAt } = crawl;
  const { held, charged, returned } = crawl.credits;
  return (
    <Section title={domain}>
      <Stack gap="sm">
        <Group gap="xs">
          <Badge variant="light" color={status === 'failed' ? 'red' : 'gray'}>
            {words(status)}
          </Badge>
          <Hint>
            {counted(read, 'page')} read
            {endedAt === null ? `, ${number(crawl.addresses_waiting)} waiting` : ''} · {ago(at)}
          </Hint>
        </Group>
        {endedAt === null ? <Bar share={read / most} /> : null}
        {crawl.message === null ? null : <Text>{crawl.message}</Text>}
        {crawl.result === null ? null : <Result domain={domain} result={crawl.result} />}
        <Hint>
          {charged === null
            ? `${credits(held)} reserved.`
            : `${credits(charged)} charged${returned ? `, ${number(returned)} returned` : ''}.`}
        </Hint>
        <Actions crawl={crawl} />
      </Stack>
    </Section>
  );
}

interface ResultProps extends Pick<Crawl, 'domain'> {
  readonly result: NonNullable<Crawl['result']>;
}

function Result({ domain, result }: ResultProps) {
  const { changes, lists, issues_summary: found } = result;
  const counts = {
    High: found.high,
    Medium: found.medium,
    Low: found.low,
    ...(changes && {
      New: changes.new,
      Fixed: changes.mended,
      'Still there': changes.still,
      'Gone with its page': changes.gone,
    }),
  };
  const kept = lists.filter(({ expires_at: until }) => Date.parse(until) > Date.now());
  return (
    <>
      <Figures
        figures={[
          { label: 'Score', value: decimal(result.onpage_score), note: 'of 100' },
          ...Object.entries(counts).map(([label, count]) => ({ label, value: number(count) })),
        ]}
      />
      {changes?.created_at === undefined ? null : (
        <Hint>
          Compared with the crawl of {date(changes.created_at)}, {number(changes.pages_read ?? 0)} pages.{' '}
          {changes.why}
        </Hint>
      )}
      <AuditIssues
        domain={domain}
        issues={issuesOf({ ...result })}
        total={lists.find(({ name }) => name === 'crawl-issues')?.rows}
        changes=""
      />
      <FieldVitals data={{ ...result }} />
      <Group gap="xs">
        {kept.map(({ uri, name, rows }) => (
          <Act key={uri} size="compact-sm" variant="default" act={() => downloadDataset(uri, 'csv')}>
            {words(name.replaceAll('-', '_'))} ({number(rows)})
          </Act>
        ))}
      </Group>
    </>
  );
}

const offered: Readonly<Partial<Record<Crawl['status'], readonly ('pause' | 'resume' | 'cancel')[]>>> = {
  queued: ['pause', 'cancel'],
  running: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
};

function Actions({ crawl: { id, status, ended_at: endedAt } }: CrawlProps) {
  const refresh = useRefresh('crawls');
  const crawl = at({ crawl_id: id });
  return (
    <Group gap="xs">
      {offered[status]?.map((wanted) => (
        <Act
          key={wanted}
          look={RowButton}
          act={() => answered(api.POST(`/v1/me/crawls/{crawl_id}/${wanted}`, crawl))}
          shownBy={['crawls']}
        >
          {words(wanted)}
        </Act>
      ))}
      {endedAt === null ? null : (
        <ConfirmButton
          label="Delete"
          title="Delete this crawl?"
          action="Delete crawl"
          onConfirm={() => answered(api.DELETE('/v1/me/crawls/{crawl_id}', crawl)).then(refresh)}
        >
          Its pages are deleted too, and the next crawl of the site has nothing to be compared with.
        </ConfirmButton>
      )}
    </Group>
  );
}
