import { Button, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { listUsage } from '../../api/client.ts';
import type { UsageRecord } from '../../api/schema.ts';
import { pageHeads } from '../../page-heads.ts';
import { Page, Section } from '../../parts/page.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../parts/states.tsx';
import { navigate, useLocation, useParameter } from '../../router.tsx';
import { CallDetail } from './call-detail.tsx';
import { CallTable } from './call-table.tsx';
import { ExportButton } from './export-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { addressOf, type Filters, noFilters, readFilters, usageFilter } from './filters.ts';

const pageSize = 50;

/** Every call of the account, by any key, person or agent. */
export function ActivityPage() {
  const filters = readFilters(useLocation().query);
  const [opened, setOpened] = useParameter('call', '');
  const filter = usageFilter(filters);
  const usage = useInfiniteQuery({
    queryKey: ['usage', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      listUsage({ ...filter, limit: pageSize, ...(pageParam ? { cursor: pageParam } : {}) }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
  // Drawn in slices: a hundred rows at once would hold up a slow device.
  const data = useDeferredValue(usage.data);
  const records = useMemo(() => (data?.pages ?? []).flatMap((page) => page.records), [data]);
  // The address keeps the filters, so that a view can be shared and bookmarked.
  const choose = (chosen: Filters) => navigate(addressOf(chosen), { replace: true });
  return (
    <Page {...pageHeads.activity} actions={<ExportButton filter={filter} />}>
      <Section title="Calls">
        <FilterBar filters={filters} onChange={choose} />
        <CallList
          usage={{ ...usage, isPending: usage.isPending || (data === undefined && !usage.error) }}
          records={records}
          isFiltered={addressOf(filters) !== addressOf(noFilters)}
          onOpen={({ id }) => setOpened(id)}
          onReset={() => choose(noFilters)}
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
      <CallDetail record={records.find(({ id }) => id === opened)} onClose={() => setOpened('')} />
    </Page>
  );
}

interface CallListProps {
  readonly usage: {
    readonly isPending: boolean;
    readonly hasNextPage: boolean;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly records: readonly UsageRecord[];
  readonly isFiltered: boolean;
  readonly onOpen: (record: UsageRecord) => void;
  readonly onReset: () => void;
}

function CallList({ usage, records, isFiltered, onOpen, onReset }: CallListProps) {
  if (usage.isPending) return <LoadingRows rows={8} height={30} />;
  if (usage.error && records.length === 0) return <ErrorState error={usage.error} retry={usage.refetch} />;
  if (records.length > 0) return <CallTable records={records} onOpen={onOpen} />;
  if (usage.hasNextPage) return <EmptyState title="None so far; older calls are not searched yet" />;
  return isFiltered ? (
    <EmptyState
      title="No call fits these filters"
      action={
        <Button variant="light" onClick={onReset}>
          Show all calls
        </Button>
      }
    />
  ) : (
    <EmptyState title="No calls yet">
      Each call shows here within moments, with what it cost and how long it took.
    </EmptyState>
  );
}
