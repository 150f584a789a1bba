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
  const tellOfEnd = useEffectEvent(useRefresh('imports', 'own-site', 'performance'));
  useEffect(() => {
    if (status === 'done') void tellOfEnd();
  }, [status]);
  return (
    <QueryState query={upload}>
      {(data) => {
        const [title, Stage] = stages[data.status];
        return (
          <Section title={title}>
            <Stack gap="md">
              <Stage {...{ upload: data, undone, onClose }} />
            </Stack>
          </Section>
        );
      }}
    </QueryState>
  );
}

interface StageProps extends Omit<UploadStatusProps, 'id'> {
  readonly upload: Upload;
}

const stages = {
  awaiting_files: ['The upload was not finished', Failed],
  queued: ['Importing', UnderWay],
  running: ['Importing', UnderWay],
  done: ['Import report', Done],
  failed: ['The import stopped', Failed],
} as const;

function Done({ upload, undone, onClose }: StageProps) {
  const { id, reports } = upload;
  const asked = reports.find((report) => (report.unknown_columns?.length ?? 0) > 1);
  const site = reports.find((report) => report.site !== null)?.site;
  // Nothing at all went in, so that the next thing to do is to try again.
  const isEmpty = reports.every(({ status }) => status === 'nothing_imported');
  return (
    <>
      <UploadReport {...{ upload, undone }} />
      {asked ? <ColumnQuestion upload={id} report={asked} /> : null}
      <Group>
        {site && !isEmpty ? <Button onClick={() => onClose(site)}>Open {site}</Button> : null}
        <Button variant="default" onClick={() => onClose()}>
          {isEmpty ? 'Choose other files' : 'Close the report'}
        </Button>
      </Group>
    </>
  );
}

const phases = { reading: 'Reading', writing: 'Saving', counting: 'Counting domains' } as const;

function UnderWay({ upload: { progress } }: StageProps) {
  return (
    <Stack gap={6} role="status">
      <Text>
        {progress
          ? `${phases[progress.phase]} ${nameOf(progress)}: ${number(progress.rows)} rows, ${percent(progress.share)} of the work`
          : 'Waiting to start…'}
      </Text>
      <Progress value={(progress?.share ?? 0) * 100} aria-label="Imported" />
      <Note>You can leave this page. The import continues.</Note>
    </Stack>
  );
}

function Failed({ upload: { id, message }, onClose }: StageProps) {
  return (
    <>
      <Alert color="red" icon={<WarningIcon />} title="Not imported">
        {message ?? 'The files did not arrive. Choose them again.'}
      </Alert>
      <Group>
        <Act leftSection={<RefreshIcon size={16} />} act={() => startUpload(id)} shownBy={['upload']}>
          Start it again
        </Act>
        <Button variant="default" onClick={() => onClose()}>
          Choose other files
        </Button>
      </Group>
    </>
  );
}

/** Of a file within an archive its own name. */
const nameOf = ({ file }: { readonly file: string }) => file.split('/').at(-1);

/** What was understood of each file: rows taken, skipped with the reason, and bad; and that it was undone since. */
function UploadReport({ upload: { reports }, undone }: Omit<StageProps, 'onClose'>) {
  const notes = new Set(reports.flatMap((report) => (isFilters(report) ? [] : report.notes)));
  return (
    <>
      <Grid
        label="Files"
        isPlain
        rows={reports}
        columns={[
          { header: 'File', width: 240, value: (report) => nameOf(report) ?? null },
          { header: 'Read as', width: 430, value: aboutOf, isQuiet: true },
          {
            header: 'Outcome',
            width: 176,
            value: 'status',
            cell: (report) => <Outcome {...{ report, undone }} />,
          },
          { header: 'Rows imported', value: 'taken', as: 'number' },
          { header: 'Skipped', value: ({ rows, taken, bad_rows }) => rows - taken - bad_rows, as: 'number' },
          { header: 'Bad', value: 'bad_rows', as: 'number' },
        ]}
      />
      {reports.map((report) => (
        <Reasons key={report.file} report={report} />
      ))}
      {[...notes].map((note) => (
        <Text key={note}>{note}</Text>
      ))}
    </>
  );
}

/** A table of filters beside an export holds no rows of its own, and is used all the same. */
const isFilters = ({ format }: ImportReport) => format === 'search-console-filters';

const outcomes = {
  imported: ['glass', 'Imported'],
  already_imported: ['gray', 'Already imported'],
  nothing_imported: ['yellow', 'Nothing imported'],
  filters: ['gray', 'Read for the filters'],
  undone: ['gray', 'Undone'],
} as const;

interface ReportProps {
  readonly report: ImportReport;
}

function Outcome({ report, undone }: ReportProps & Pick<StageProps, 'undone'>) {
  const isUndone = undone.includes(report.import_id ?? '');
  const [color, label] = outcomes[isUndone ? 'undone' : isFilters(report) ? 'filters' : report.status];
  return <Badge color={color}>{label}</Badge>;
}

function aboutOf({ format, site, from, to }: ImportReport): string {
  const kind = format && words(format.replaceAll('-', '_'));
  return [kind, site, from && to && dayRange(from, to)].filter(Boolean).join(' · ');
}

/** Why rows of a file were not taken, with the lines to look at. */
function Reasons({ report }: ReportProps) {
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
        <bdi>{nameOf(report)}</bdi>
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
