import { Button, Group, Select, TextInput } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { downloadUsage, listUsage, type UsageFilter } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import type { UsageRecord } from '../../api/schema.ts';
import { ActivityIcon, DownloadIcon } from '../../parts/icons.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../parts/states.tsx';
import { saveFile } from '../../save-file.ts';
import { CallDetail } from './call-detail.tsx';
import { CallTable } from './call-table.tsx';

const pageSize = '100';

interface Filters {
  readonly tool: string;
  readonly credential: string;
  readonly status: string;
  readonly day: string;
}

const noFilters: Filters = { tool: '', credential: '', status: '', day: '' };

/** Every call of the account, whoever made it. */
export function ActivityPage() {
  const [filters, setFilters] = useState(noFilters);
  const [opened, setOpened] = useState<UsageRecord>();
  const filter = useMemo(() => usageFilter(filters), [filters]);
  const usage = useInfiniteQuery({
    queryKey: ['usage', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      listUsage({ ...filter, limit: pageSize, ...(pageParam ? { cursor: pageParam } : {}) }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
  const records = (usage.data?.pages ?? [])
    .flatMap((page) => page.records)
    .filter((record) => hasStatus(record, filters.status));
  const download = useMutation({
    mutationFn: async () => saveFile(await downloadUsage({ ...filter, limit: '500' }), 'oriel-activity.csv'),
  });
  return (
    <Page
      title="Activity"
      lead="Calls of your keys, agents and this dashboard. Only answers are charged."
      actions={
        <Button
          variant="default"
          leftSection={<DownloadIcon size={16} />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          CSV
        </Button>
      }
    >
      {download.error ? <ErrorState error={download.error} /> : null}
      <Section title="Calls">
        <FilterBar filters={filters} onChange={setFilters} />
        <CallList
          usage={usage}
          records={records}
          isFiltered={filters !== noFilters}
          onOpen={setOpened}
          onReset={() => setFilters(noFilters)}
        />
        {usage.hasNextPage ? (
          <Group justify="center" mt="md">
            <Button
              variant="default"
              loading={usage.isFetchingNextPage}
              onClick={() => usage.fetchNextPage()}
            >
              Show more
            </Button>
          </Group>
        ) : null}
      </Section>
      <CallDetail record={opened} onClose={() => setOpened(undefined)} />
    </Page>
  );
}

interface CallListProps {
  readonly usage: { readonly isPending: boolean; readonly error: unknown; readonly refetch: () => unknown };
  readonly records: readonly UsageRecord[];
  readonly isFiltered: boolean;
  readonly onOpen: (record: UsageRecord) => void;
  readonly onReset: () => void;
}

function CallList({ usage, records, isFiltered, onOpen, onReset }: CallListProps) {
  if (usage.isPending) return <LoadingRows rows={8} height={30} />;
  if (usage.error && records.length === 0) return <ErrorState error={usage.error} retry={usage.refetch} />;
  if (records.length > 0) return <CallTable records={records} onOpen={onOpen} />;
  return isFiltered ? (
    <EmptyState
      icon={<ActivityIcon />}
      title="No call fits these filters"
      action={
        <Button variant="light" onClick={onReset}>
          Show all calls
        </Button>
      }
    />
  ) : (
    <EmptyState icon={<ActivityIcon />} title="No calls yet">
      Each call shows here within moments, with what it cost and how long it took.
    </EmptyState>
  );
}

interface FilterBarProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

function FilterBar({ filters, onChange }: FilterBarProps) {
  const { data: capabilities } = useQuery(queries.capabilities);
  const { data: credentials } = useQuery(queries.credentials);
  const tools = (capabilities?.data.tools ?? []).map((tool) => ({ value: tool.name, label: tool.title }));
  const keys = (credentials ?? []).map((entry) => ({ value: entry.id, label: entry.name }));
  return (
    <Group gap="sm" mb="md" grow preventGrowOverflow={false}>
      <Select
        label="Tool"
        data={[{ value: '', label: 'All tools' }, ...tools]}
        value={filters.tool}
        onChange={(tool) => onChange({ ...filters, tool: tool ?? '' })}
      />
      <Select
        label="Key"
        data={[{ value: '', label: 'All keys and agents' }, ...keys]}
        value={filters.credential}
        onChange={(credential) => onChange({ ...filters, credential: credential ?? '' })}
      />
      <Select
        label="Status"
        data={[
          { value: '', label: 'Any' },
          { value: 'ok', label: 'Answered' },
          { value: 'failed', label: 'Failed' },
        ]}
        value={filters.status}
        onChange={(status) => onChange({ ...filters, status: status ?? '' })}
      />
      <TextInput
        label="Day"
        type="date"
        value={filters.day}
        onChange={(event) => onChange({ ...filters, day: event.currentTarget.value })}
      />
    </Group>
  );
}

/** The part of the filters that the service applies. */
function usageFilter({ tool, credential, day }: Filters): UsageFilter {
  const start = day ? new Date(`${day}T00:00:00`) : undefined;
  const end = start && new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1);
  return {
    ...(tool ? { tool } : {}),
    ...(credential ? { credential_id: credential } : {}),
    ...(start && end ? { since: start.toISOString(), until: end.toISOString() } : {}),
  };
}

function hasStatus(record: UsageRecord, status: string): boolean {
  if (status === '') return true;
  return (record.error_type === null) === (status === 'ok');
}
