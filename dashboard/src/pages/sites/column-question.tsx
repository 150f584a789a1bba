import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { startUpload } from '../../api/client.ts';
import type { ImportReport, NewUpload } from '../../api/schema.ts';
import { Grid } from '../../grid/grid.tsx';
import { Act, Choice, typed } from '../../parts/form.tsx';
import { Note } from '../../parts/text.tsx';

type Means = NonNullable<NewUpload['columns']>[number]['means'];
type Column = NonNullable<ImportReport['unknown_columns']>[number];

const notUsed = { value: '', label: 'Not used' } as const;
const counted: readonly Means[] = ['clicks', 'impressions', 'position'];
const choices: readonly { readonly value: Means; readonly label: string }[] = [
  { value: 'query', label: 'Queries' },
  { value: 'page', label: 'Pages' },
  { value: 'country', label: 'Countries' },
  { value: 'device', label: 'Devices' },
  { value: 'date', label: 'Days' },
  { value: 'clicks', label: 'Clicks' },
  { value: 'impressions', label: 'Impressions' },
  { value: 'position', label: 'Position' },
];

/** What a column most likely is, by its cells and an English heading. */
function guessOf({ header, examples }: Column): Means | '' {
  const all = (pattern: RegExp) => examples.length > 0 && examples.every((cell) => pattern.test(cell));
  if (all(/^https?:\/\//u)) return 'page';
  if (all(/^\d{4}-\d\d-\d\d/u)) return 'date';
  return counted.find((name) => name === header.toLowerCase()) ?? '';
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
    const means = chosen[at];
    return means ? [{ header, means }] : [];
  });
  const known = new Set(named.map(({ means }) => means));
  const isTwice = known.size < named.length;
  const isEnough =
    known.has('clicks') && known.has('impressions') && [...known].some((by) => !counted.includes(by));
  const send = () => startUpload(upload, { columns: named, ...(domain.trim() && { domain: domain.trim() }) });
  const name = report.file.split('/').at(-1);
  return (
    <Stack gap="sm" align="flex-start">
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
              <Choice
                size="xs"
                aria-label={`What ${header} holds`}
                data={[notUsed, ...choices]}
                value={chosen[at] ?? ''}
                onChange={(means) => setChosen(chosen.with(at, means))}
              />
            ),
          },
        ]}
      />
      <Note>
        {isTwice
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
      <Act act={send} shownBy={['upload']} disabled={!isEnough || isTwice}>
        Import with these columns
      </Act>
    </Stack>
  );
}
