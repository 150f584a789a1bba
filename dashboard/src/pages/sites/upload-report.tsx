import { Badge, List, Stack, Text } from '@mantine/core';
import type { ImportReport } from '../../api/schema.ts';
import { dayName, number, words } from '../../format.ts';
import { Grid } from '../../grid/grid.tsx';

const outcomes: Readonly<Record<ImportReport['status'], { readonly color: string; readonly label: string }>> =
  {
    imported: { color: 'glass', label: 'Imported' },
    already_imported: { color: 'gray', label: 'Known already' },
    nothing_imported: { color: 'yellow', label: 'Nothing in it' },
  };

interface UploadReportProps {
  readonly reports: readonly ImportReport[];
  /** Imports that were undone since. */
  readonly undone: readonly string[];
}

/** What was understood of each file: rows taken, skipped with the reason, and bad; and that it was undone since. */
export function UploadReport({ reports, undone }: UploadReportProps) {
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
          { header: 'Read as', width: 300, value: aboutOf },
          {
            header: 'Outcome',
            width: 150,
            value: ({ status }) => status,
            cell: (report) => <Outcome report={report} isUndone={undone.includes(report.import_id ?? '')} />,
          },
          { header: 'Rows taken', width: 100, value: ({ taken }) => taken, isNumber: true },
          {
            header: 'Skipped',
            value: ({ rows, taken, bad_rows }) => rows - taken - bad_rows,
            isNumber: true,
          },
          { header: 'Bad', value: ({ bad_rows }) => bad_rows, isNumber: true },
        ]}
      />
      {reports.map((report) => (
        <Reasons key={report.file} report={report} />
      ))}
      {notes.map((note) => (
        <Text key={note} size="sm">
          {note}
        </Text>
      ))}
    </Stack>
  );
}

/** A table of filters beside an export holds no rows of its own, and is used all the same. */
function isFilters({ format }: ImportReport): boolean {
  return format === 'search-console-filters';
}

interface OutcomeProps {
  readonly report: ImportReport;
  readonly isUndone: boolean;
}

function Outcome({ report, isUndone }: OutcomeProps) {
  const { color, label } = isUndone ? { color: 'gray', label: 'Undone' } : outcomeOf(report);
  return <Badge color={color}>{label}</Badge>;
}

function outcomeOf(report: ImportReport) {
  return isFilters(report) ? { color: 'gray', label: 'Read for the filters' } : outcomes[report.status];
}

function aboutOf({ format, site, from, to }: ImportReport): string {
  const period = from && to ? `${dayName(from)} to ${dayName(to)}` : undefined;
  return [format === null ? undefined : words(format.replaceAll('-', '_')), site ?? undefined, period]
    .filter((part) => part !== undefined)
    .join(' · ');
}

/** Why rows of a file were not taken, with the lines to look at. */
function Reasons({ report }: { readonly report: ImportReport }) {
  const { skipped, left_out: leftOut, problems } = report;
  if (skipped.length + leftOut.length + problems.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        <bdi>{report.file.split('/').at(-1)}</bdi>
      </Text>
      <List size="sm" spacing={2}>
        {skipped.map(({ reason, rows, lines }) => (
          <List.Item key={`skipped ${reason}`}>
            {number(rows)} skipped: {reason} {linesText(lines)}
          </List.Item>
        ))}
        {leftOut.map(({ reason, rows, lines }) => (
          <List.Item key={`left out ${reason}`}>
            {number(rows)} taken in part: {reason} {linesText(lines)}
          </List.Item>
        ))}
        {problems.map(({ line, reason }) => (
          <List.Item key={`${line} ${reason}`}>
            Line {number(line)}: {reason}
          </List.Item>
        ))}
      </List>
    </div>
  );
}

function linesText(lines: readonly number[]): string {
  return lines.length === 0 ? '' : `(from line ${lines.map(number).join(', ')})`;
}
