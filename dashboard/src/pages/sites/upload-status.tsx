import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { startUpload } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import type { Upload } from '../../api/schema.ts';
import { number, percent } from '../../format.ts';
import { RefreshIcon, WarningIcon } from '../../parts/icon.tsx';
import { Section } from '../../parts/page.tsx';
import { ErrorState, QueryState } from '../../parts/states.tsx';
import { UploadReport } from './upload-report.tsx';

interface UploadStatusProps {
  readonly id: string;
  /** Told the site that the upload turned out to be about. */
  readonly onClose: (site?: string) => void;
  /** Imports that were undone since. */
  readonly undone: readonly string[];
}

/** One upload from its start to its report. */
export function UploadStatus({ id, onClose, undone }: UploadStatusProps) {
  const queryClient = useQueryClient();
  const upload = useQuery(queries.upload(id));
  const status = upload.data?.status;
  const site = upload.data?.reports.find((report) => report.site !== null)?.site ?? undefined;
  const tellOfEnd = useEffectEvent(() => {
    void queryClient.invalidateQueries({ queryKey: ['imports'] });
    void queryClient.invalidateQueries({ queryKey: ['own-site'] });
    void queryClient.invalidateQueries({ queryKey: ['performance'] });
  });
  useEffect(() => {
    if (status === 'done') tellOfEnd();
  }, [status]);
  return (
    <QueryState query={upload}>
      {(data) => (
        <Section title={titles[data.status]}>
          {data.status === 'done' ? (
            <Done {...{ data, site, undone, onClose }} />
          ) : data.status === 'failed' || data.status === 'awaiting_files' ? (
            <Failed upload={data} onClose={() => onClose()} />
          ) : (
            <UnderWay upload={data} />
          )}
        </Section>
      )}
    </QueryState>
  );
}

interface DoneProps extends Pick<UploadStatusProps, 'onClose' | 'undone'> {
  readonly data: Upload;
  readonly site: string | undefined;
}

function Done({ data, site, undone, onClose }: DoneProps) {
  return (
    <Stack gap="md">
      <UploadReport reports={data.reports} undone={undone} />
      <Group>
        {site !== undefined && !isEmpty(data) ? (
          <Button onClick={() => onClose(site)}>Open {site}</Button>
        ) : null}
        <Button variant="default" onClick={() => onClose()}>
          {isEmpty(data) ? 'Choose other files' : 'Close the report'}
        </Button>
      </Group>
    </Stack>
  );
}

/** Whether nothing at all went in, so that the next thing to do is to try again. */
function isEmpty({ reports }: Upload): boolean {
  return reports.every(({ status }) => status === 'nothing_imported');
}

const titles: Readonly<Record<Upload['status'], string>> = {
  awaiting_files: 'The upload was not finished',
  queued: 'Importing',
  running: 'Importing',
  done: 'Import report',
  failed: 'The import stopped',
};

const phases = {
  reading: 'Reading',
  writing: 'Writing down',
  counting: 'Counting domains',
} as const;

function UnderWay({ upload: { progress } }: { readonly upload: Upload }) {
  return (
    <Stack gap={6} role="status">
      <Text size="sm">
        {progress
          ? `${phases[progress.phase]} ${progress.file.split('/').at(-1)}: ${number(progress.rows)} rows, ${percent(progress.share)} of the work`
          : 'Waiting for its turn…'}
      </Text>
      <Progress value={(progress?.share ?? 0) * 100} aria-label="Imported" />
      <Text size="xs" c="dimmed">
        You can leave this page; the import goes on.
      </Text>
    </Stack>
  );
}

function Failed({ upload, onClose }: { readonly upload: Upload; readonly onClose: () => void }) {
  const queryClient = useQueryClient();
  const again = useMutation({
    mutationFn: () => startUpload(upload.id),
    onSuccess: (started) => queryClient.setQueryData(queries.upload(upload.id).queryKey, started),
  });
  return (
    <Stack gap="sm">
      <Alert color="red" icon={<WarningIcon />} title="Not imported">
        {upload.message ?? 'The files did not arrive. Choose them again.'}
      </Alert>
      {again.error ? <ErrorState error={again.error} /> : null}
      <Group>
        <Button
          leftSection={<RefreshIcon size={16} />}
          onClick={() => again.mutate()}
          loading={again.isPending}
        >
          Start it again
        </Button>
        <Button variant="default" onClick={onClose}>
          Choose other files
        </Button>
      </Group>
    </Stack>
  );
}
