import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { startUpload } from '../../api/client.ts';
import type { ImportReport, NewUpload } from '../../api/schema.ts';
import { Grid } from '../../grid/grid.tsx';
import { Act, typed } from '../../parts/form.tsx';
import { Note } from '../../parts/text.tsx';

type Means = NonNullable<NewUpload['columns']>[number]['means'];
type Column = NonNullable<ImportReport['unknown_columns']>[number];

const notUsed = { value: '', label: 'Not used' };
const counted = { clicks: 'Clicks', impressions: 'Impressions', position: 'Position' } as const;
const countedBy = {
  query: 'Queries',
  page: 'Pages',
  country: 'Countries',
  device: 'Devices',
  date: 'Days',
} as const;
const choices = Object.entries({ ...countedBy, ...counted }).map(([value, label]) => ({ value, label }));
const isMeans = (value: string): value is Means => choices.some((choice) => choice.value === value);

/** What a column most likely is, by its cells and an English heading. */
function guessOf({ header, examples }: Column): string {
  const all = (pattern: RegExp) => examples.length > 0 && examples.every((cell) => pattern.test(cell));
  if (all(/^https?:\/\//u)) return 'page';
  if (all(/^\d{4}-\d\d-\d\d/u)) return 'date';
  return Object.keys(counted).find((name) => name === header.toLowerCase()) ?? '';
}

interface ColumnQuestionProps {
  readonly upload: string;
  readonly report: ImportReport;
}

/** Asks which column of a table is which, where its headings are not known, and starts the import again. */
export function ColumnQuestion({ upload, report }: ColumnQuestionProps) {
  const columns = report.unknown_columns ?? [];
  const [chosen, setChosen] = useState(() => columns.map(guessOf));
  const [domain, setDomain] = useState('');
  const named = columns.flatMap(({ header }, at) => {
    const means = chosen[at] ?? '';
    return isMeans(means) ? [{ header, means }] : [];
  });
  const known = new Set<string>(named.map(({ means }) => means));
  const isEnough =
    known.has('clicks') && known.has('impressions') && Object.keys(countedBy).some((by) => known.has(by));
  const send = () => startUpload(upload, { columns: named, ...(domain.trim() && { domain: domain.trim() }) });
  const name = report.file.split('/').at(-1);
  return (
    <Stack gap="sm">
      <Text fw={600}>
        Which column is which in <bdi>{name}</bdi>?
      </Text>
      <Grid
        label={`Columns of ${name}`}
        isPlain
        rows={columns.map((column, at) => ({ ...column, at }))}
        columns={[
          { header: 'Column', width: 180, value: ({ header }) => header },
          { header: 'Its first cells', width: 320, value: ({ examples }) => examples.join(' · ') },
          {
            header: 'Holds',
            width: 170,
            value: ({ at }) => chosen[at] || notUsed.label,
            cell: ({ header, at }) => (
              <NativeSelect
                size="xs"
                aria-label={`What ${header} holds`}
                data={[notUsed, ...choices]}
                value={chosen[at] ?? ''}
                onChange={({ currentTarget: { value } }) => setChosen(chosen.with(at, value))}
              />
            ),
          },
        ]}
      />
      <Note>
        {known.size < named.length
          ? 'Two columns hold the same. Choose each once.'
          : 'Needed are clicks, impressions, and what they are counted by.'}
      </Note>
      {known.has('page') ? null : (
        <TextInput
          label="Site"
          description="Only needed if the file name does not show it."
          placeholder="shop.example"
          {...typed(domain, setDomain)}
          maxLength={253}
          autoComplete="off"
          maw={360}
        />
      )}
      <Act
        act={send}
        shownBy={['upload']}
        disabled={!isEnough || known.size < named.length}
        style={{ alignSelf: 'flex-start' }}
      >
        Import with these columns
      </Act>
    </Stack>
  );
}
