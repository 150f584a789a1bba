import { Button, Group } from '@mantine/core';
import { type InfiniteData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { listUsage, readUsageSheet } from '../../api/client.ts';
import type { UsageFilter, UsageRecord } from '../../api/schema.ts';
import { askedText } from '../../asked-text.ts';
import { number, zoneName } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { Grid } from '../../grid/grid.tsx';
import { pageHeads } from '../../page-heads.ts';
import { CallStatus, callName } from '../../parts/call-status.tsx';
import { Act } from '../../parts/form.tsx';
import { DownloadIcon } from '../../parts/icons.tsx';
import { EmptyState, ErrorState, LoadingRows, Page, QueryState, Section } from '../../parts/page.tsx';
import { navigate, useLocation, useParameter } from '../../router.tsx';
import { saveFile } from '../../save-file.ts';
import { CallDetail, CallerName } from './call-detail.tsx';
import { FilterBar } from './filter-bar.tsx';
import { addressOf, type Filters, noFilters, readFilters, usageFilter } from './filters.ts';
import { collectSheet } from './usage-sheet.ts';

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
    select: recordsOf,
  });
  const shown = usage.data?.find(({ id }) => id === opened);
  // The address keeps the filters, so that a view can be shared and bookmarked.
  const choose = (chosen: Filters) => navigate(addressOf(chosen), { replace: true });
  const isFiltered = addressOf(filters) !== addressOf(noFilters);
  return (
    <Page {...pageHeads.activity} isWide actions={<ExportButton filter={filter} />}>
      <Section title="Calls">
        <FilterBar filters={filters} onChange={choose} />
        <QueryState
          query={usage}
          loading={<LoadingRows rows={8} height={30} />}
          empty={<NoCalls {...{ isFiltered }} goesOn={usage.hasNextPage} onReset={() => choose(noFilters)} />}
        >
          {/* The service narrows them, so that all that fit are found. */}
          {(rows) => <Grid label="Calls" isPlain {...{ rows, columns }} onOpen={({ id }) => setOpened(id)} />}
        </QueryState>
        {usage.hasNextPage ? (
          <Group justify="center" mt="md">
            <Act variant="default" act={() => usage.fetchNextPage()}>
              Show more
            </Act>
          </Group>
        ) : null}
      </Section>
      {shown ? <CallDetail record={shown} onClose={() => setOpened('')} /> : null}
    </Page>
  );
}

function recordsOf({ pages }: InfiniteData<Awaited<ReturnType<typeof listUsage>>>): readonly UsageRecord[] {
  return pages.flatMap(({ records }) => records);
}

interface NoCallsProps {
  readonly isFiltered: boolean;
  /** Whether there are calls that were not looked at. */
  readonly goesOn: boolean;
  readonly onReset: () => void;
}

function NoCalls({ isFiltered, goesOn, onReset }: NoCallsProps) {
  if (goesOn) return <EmptyState title="No match yet; older calls have not been searched" />;
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
      Each call appears here within moments, with what it cost and how long it took.
    </EmptyState>
  );
}

const columns: readonly Column<UsageRecord>[] = [
  { header: 'Call', width: 180, value: callName },
  { header: 'About', width: 200, value: ({ arguments: asked }) => askedText(asked), isQuiet: true },
  {
    header: 'Status',
    width: 166,
    value: 'status_code',
    cell: (record) => <CallStatus record={record} />,
  },
  {
    header: 'By',
    width: 120,
    value: 'credential_id',
    cell: (record) => <CallerName {...record} />,
    isMinor: true,
  },
  { header: 'Credits', value: 'credits_charged', as: 'number' },
  { header: 'Took', width: 80, value: 'response_time_ms', as: 'duration', isMinor: true },
  { header: `When (${zoneName()})`, width: 164, value: 'created_at', as: 'dateTime' },
];

/** Every call that fits the filters as one spreadsheet, however many there are. */
function ExportButton({ filter }: { readonly filter: UsageFilter }) {
  const [rows, setRows] = useState(0);
  const download = useMutation({
    mutationFn: async () => {
      setRows(0);
      const part = (cursor: string) => readUsageSheet({ ...filter, ...(cursor && { cursor }) });
      saveFile(await collectSheet(part, setRows), 'oriel-activity.csv');
    },
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<DownloadIcon size={16} />}
        disabled={download.isPending}
        onClick={() => download.mutate()}
      >
        {download.isPending ? `${number(rows)} rows…` : 'CSV'}
      </Button>
      <ErrorState error={download.error} />
    </>
  );
}
