import { Alert, Badge, Button, Group, List, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { startUpload } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import type { ImportReport, Upload } from '../../api/schema.ts';
import { useRefresh } from '../../api/use-change.ts';
import { dayRange, number, percent, words } from '../../format.ts';
import { Grid } from '../../grid/grid.tsx';
import { Act } from '../../parts/form.tsx';
import { RefreshIcon, WarningIcon } from '../../parts/icon.tsx';
import { QueryState, Section } from '../../parts/page.tsx';
import { Note } from '../../parts/text.tsx';
import { ColumnQuestion } from './column-question.tsx';

interface UploadStatusProps {
  readonly id: string;
  /** Told the site that the upload turned out to be about. */
  readonly onClose: (site?: string) => void;
  /** Imports that were undone since. */
  readonly undone: readonly string[];
}

/** One upload from its start to its report. */
export function UploadStatus({ id, onClose, undone }: UploadStatusProps) {
  const upload = useQuery(queries.upload(id));
  const status = upload.data?.status;
  const site = upload.data?.reports.find((report) => report.site !== null)?.site ?? undefined;
  const tellOfEnd = useEffectEvent(useRefresh('imports', 'own-site', 'performance'));
  useEffect(() => {
    if (status === 'done') void tellOfEnd();
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

interface DoneProps extends Omit<UploadStatusProps, 'id'> {
  readonly data: Upload;
  readonly site: string | undefined;
}

function Done({ data, site, undone, onClose }: DoneProps) {
  const asked = data.reports.find((report) => (report.unknown_columns?.length ?? 0) > 1);
  return (
    <Stack gap="md">
      <UploadReport reports={data.reports} undone={undone} />
      {asked ? <ColumnQuestion upload={data.id} report={asked} /> : null}
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
  writing: 'Saving',
  counting: 'Counting domains',
} as const;

function UnderWay({ upload: { progress } }: { readonly upload: Upload }) {
  return (
    <Stack gap={6} role="status">
      <Text>
        {progress
          ? `${phases[progress.phase]} ${progress.file.split('/').at(-1)}: ${number(progress.rows)} rows, ${percent(progress.share)} of the work`
          : 'Waiting to start…'}
      </Text>
      <Progress value={(progress?.share ?? 0) * 100} aria-label="Imported" />
      <Note>You can leave this page. The import continues.</Note>
    </Stack>
  );
}

function Failed({ upload, onClose }: { readonly upload: Upload; readonly onClose: () => void }) {
  return (
    <Stack gap="sm">
      <Alert color="red" icon={<WarningIcon />} title="Not imported">
        {upload.message ?? 'The files did not arrive. Choose them again.'}
      </Alert>
      <Group>
        <Act leftSection={<RefreshIcon size={16} />} act={() => startUpload(upload.id)} shownBy={['upload']}>
          Start it again
        </Act>
        <Button variant="default" onClick={onClose}>
          Choose other files
        </Button>
      </Group>
    </Stack>
  );
}

const outcomes: Readonly<Record<ImportReport['status'], { readonly color: string; readonly label: string }>> =
  {
    imported: { color: 'glass', label: 'Imported' },
    already_imported: { color: 'gray', label: 'Already imported' },
    nothing_imported: { color: 'yellow', label: 'Nothing imported' },
  };

interface UploadReportProps {
  readonly reports: readonly ImportReport[];
  /** Imports that were undone since. */
  readonly undone: readonly string[];
}

/** What was understood of each file: rows taken, skipped with the reason, and bad; and that it was undone since. */
function UploadReport({ reports, undone }: UploadReportProps) {
  const notes = [
    ...new Set(reports.filter((report) => !isFilters(report)).flatMap((report) => report.notes)),
  ];
  return (
    <Stack gap="md">
      <Grid
        label="Files"
        isPlain
        rows={reports}
        columns={[
          { header: 'File', width: 240, value: ({ file }) => file.split('/').at(-1) ?? file },
          { header: 'Read as', width: 430, value: aboutOf, isQuiet: true },
          {
            header: 'Outcome',
            width: 176,
            value: 'status',
            cell: (report) => {
              const { color, label } = outcomeOf(report, undone);
              return <Badge color={color}>{label}</Badge>;
            },
          },
          { header: 'Rows imported', value: 'taken', as: 'number' },
          { header: 'Skipped', value: ({ rows, taken, bad_rows }) => rows - taken - bad_rows, as: 'number' },
          { header: 'Bad', value: 'bad_rows', as: 'number' },
        ]}
      />
      {reports.map((report) => (
        <Reasons key={report.file} report={report} />
      ))}
      {notes.map((note) => (
        <Text key={note}>{note}</Text>
      ))}
    </Stack>
  );
}

/** A table of filters beside an export holds no rows of its own, and is used all the same. */
function isFilters({ format }: ImportReport): boolean {
  return format === 'search-console-filters';
}

function outcomeOf(report: ImportReport, undone: readonly string[]) {
  if (undone.includes(report.import_id ?? '')) return { color: 'gray', label: 'Undone' };
  return isFilters(report) ? { color: 'gray', label: 'Read for the filters' } : outcomes[report.status];
}

function aboutOf({ format, site, from, to }: ImportReport): string {
  const period = from && to ? dayRange(from, to) : undefined;
  return [format === null ? undefined : words(format.replaceAll('-', '_')), site ?? undefined, period]
    .filter((part) => part !== undefined)
    .join(' · ');
}

/** Why rows of a file were not taken, with the lines to look at. */
function Reasons({ report }: { readonly report: ImportReport }) {
  const { skipped, left_out: leftOut, problems, unknown_columns: unknown } = report;
  const reasons = [
    ...skipped.map((each) => reasonText('skipped', each)),
    ...leftOut.map((each) => reasonText('imported in part', each)),
    ...problems.map(
      ({ line, reason }) =>
        `Line ${number(line)}: ${unknown ? 'the table has headings that are not known.' : reason}`,
    ),
  ];
  if (reasons.length === 0) return null;
  return (
    <div>
      <Text fw={600} mb={4}>
        <bdi>{report.file.split('/').at(-1)}</bdi>
      </Text>
      <List size="sm" spacing={2}>
        {reasons.map((reason) => (
          <List.Item key={reason}>{reason}</List.Item>
        ))}
      </List>
    </div>
  );
}

function reasonText(outcome: string, { rows, reason, lines }: ImportReport['skipped'][number]): string {
  const from = lines.length === 0 ? '' : ` (from line ${lines.map(number).join(', ')})`;
  return `${number(rows)} ${outcome}: ${reason}${from}`;
}
