import { Text } from '@mantine/core';
import { unknown } from '../format.ts';
import type { Column } from '../grid/column.ts';
import { Grid } from '../grid/grid.tsx';
import { Note } from '../parts/text.tsx';
import { Panel } from './figures.tsx';
import { type Data, flag, num, part, text } from './read.ts';

const devices = [
  ['all', 'All devices'],
  ['phone', 'Phone'],
  ['desktop', 'Desktop'],
] as const;

/** What visitors of a site met, by device; nothing where nobody asks for it here or on generated sites. */
export function FieldVitals({ data }: { readonly data: Data }) {
  const vitals = part(data, 'field_vitals');
  const reason = text(vitals, 'reason');
  const known = (['origin', 'home_page'] as const).flatMap((of) => devicesOf(part(vitals, of), of));
  if (known.length === 0 && (reason === '' || reason === 'not_connected')) return null;
  return (
    <Panel title="Web vitals of visitors" note={noteOf(vitals)}>
      {known.length === 0 ? (
        <Text>
          {reason === 'no_data'
            ? 'The Chrome UX Report has too few visitors of this site to report on it.'
            : 'The Chrome UX Report gave no answer this time.'}
        </Text>
      ) : (
        <>
          <Grid isPlain label="Web vitals" rows={known} columns={columns} />
          <Note mt="xs">{text(vitals, 'attribution')}</Note>
        </>
      )}
    </Panel>
  );
}

function devicesOf(subject: Data, of: 'origin' | 'home_page'): readonly Data[] {
  const name = of === 'origin' ? 'Whole site' : 'Home page';
  return devices
    .filter(([device]) => 'passes' in part(subject, device))
    .map(([device, label]) => ({ ...part(subject, device), of: `${name}, ${label.toLowerCase()}` }));
}

function noteOf(vitals: Data): string {
  const origin = part(vitals, 'origin');
  const from = text(origin, 'from');
  const period = from === '' ? '' : ` from ${from} to ${text(origin, 'to')}`;
  return `Three quarters of visits${period} were at these values or better.`;
}

const columns: readonly Column[] = [
  { header: 'Pages and devices', value: (row) => text(row, 'of') },
  { header: 'Core Web Vitals', value: verdict },
  measure('LCP, ms', 'lcp_ms'),
  measure('INP, ms', 'inp_ms'),
  { header: 'CLS', value: (row) => num(row, 'cls'), as: 'number' },
  { ...measure('FCP, ms', 'fcp_ms'), isMinor: true },
  { ...measure('TTFB, ms', 'ttfb_ms'), isMinor: true },
];

function measure(header: string, name: string): Column {
  return { header, value: (row) => num(row, name), as: 'number' };
}

function verdict(row: Data): string {
  if (row['passes'] === null) return unknown;
  return flag(row, 'passes') ? 'Passed' : 'Failed';
}
