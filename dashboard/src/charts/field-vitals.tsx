import { Text } from '@mantine/core';
import { unknown } from '../format.ts';
import type { Column } from '../grid/column.ts';
import { Grid } from '../grid/grid.tsx';
import { Note } from '../parts/text.tsx';
import { Panel } from './figures.tsx';
import { type Data, type DataProps, flag, part, text } from './read.ts';

const subjects = { origin: 'Whole site', home_page: 'Home page' };
const devices = { all: 'all', phone: 'phone', desktop: 'desktop' };
const tooFew = 'The Chrome UX Report has too few visitors of this site to report on it.';

/** What visitors of a site met, by device; nothing where nobody asks for it here or on generated sites. */
export function FieldVitals({ data }: DataProps) {
  const vitals = part(data, 'field_vitals');
  const reason = text(vitals, 'reason');
  const known = Object.entries(subjects).flatMap(([subject, name]) =>
    Object.entries(devices)
      .map(([device, label]) => ({ ...part(vitals, `${subject}.${device}`), of: `${name}, ${label}` }))
      .filter((row) => 'passes' in row),
  );
  if (known.length === 0 && (reason === '' || reason === 'not_connected')) return null;
  const { from, to } = part(vitals, 'origin');
  const period = from ? ` from ${from} to ${to}` : '';
  return (
    <Panel
      title="Core Web Vitals of visitors"
      note={`Three quarters of visits${period} were at these values or better.`}
    >
      {known.length === 0 ? (
        <Text>{reason === 'no_data' ? tooFew : 'The Chrome UX Report gave no answer this time.'}</Text>
      ) : (
        <>
          <Grid isPlain label="Web vitals" rows={known} columns={columns} />
          <Note mt="xs">{text(vitals, 'attribution')}</Note>
        </>
      )}
    </Panel>
  );
}

const columns: readonly Column[] = [
  { header: 'Pages, devices', value: 'of' },
  { header: 'Verdict', value: verdict },
  { header: 'LCP, ms', value: 'lcp_ms', as: 'number' },
  { header: 'INP, ms', value: 'inp_ms', as: 'number' },
  { header: 'CLS', value: 'cls', as: 'number' },
  { header: 'FCP, ms', value: 'fcp_ms', as: 'number', isMinor: true },
  { header: 'TTFB, ms', value: 'ttfb_ms', as: 'number', isMinor: true },
];

function verdict(row: Data): string {
  if (row.passes === null) return unknown;
  return flag(row, 'passes') ? 'Passed' : 'Failed';
}
