import { Anchor, Button, List, Progress, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { bytes, percent } from '../../format.ts';
import { typed } from '../../parts/form.tsx';
import { UploadIcon } from '../../parts/icons.tsx';
import { ErrorState, Section } from '../../parts/page.tsx';
import { Folded } from '../../parts/row-list.tsx';
import { ErrorText, Hint } from '../../parts/text.tsx';
import { keepMarket, lastMarket } from '../explorer/last-market.ts';
import classes from './drop-zone.module.css';
import { refusalOf, sendFiles } from './send-files.ts';

/** Takes the files of an export, and sends them. */
export function UploadForm({ onStarted }: { readonly onStarted: (upload: string) => void }) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [details, setDetails] = useState<Readonly<Record<string, string>>>(lastMarket);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [sent, setSent] = useState(0);
  const refusal = refusalOf(files);
  // What is left empty is not sent.
  const written = Object.entries(details).filter(([, value]) => value.trim() !== '');
  const options = Object.fromEntries(written.map(([name, value]) => [name, value.trim()]));
  const send = useMutation({
    mutationFn: () => sendFiles({ files, options, idempotencyKey: key, onSent: setSent }),
    onSuccess: (upload) => {
      keepMarket(options);
      onStarted(upload);
    },
  });
  /** Whatever else is asked for is another upload. */
  const changed = (change: () => void) => {
    change();
    setKey(crypto.randomUUID());
    send.reset();
  };
  return (
    <Section title="Bring a Search Console export">
      <Stack gap="md" align="flex-start">
        <DropZone files={files} onChoose={(chosen) => changed(() => setFiles(chosen))} />
        {refusal && files.length > 0 ? <ErrorText>{refusal}</ErrorText> : null}
        <ExportGuide />
        <Folded summary="Site and market">
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
            {fields.map(({ name, ...look }) => (
              <TextInput
                key={name}
                {...look}
                {...typed(details[name] ?? '', (next) =>
                  changed(() => setDetails({ ...details, [name]: next })),
                )}
              />
            ))}
          </SimpleGrid>
        </Folded>
        <ErrorState error={send.error} />
        {send.isPending ? (
          <Text component="div" role="status" w="100%">
            Sending… {percent(sent)}
            <Progress value={sent * 100} aria-label="Sent" />
          </Text>
        ) : null}
        <Button
          onClick={() => send.mutate()}
          loading={send.isPending}
          disabled={files.length === 0 || refusal !== undefined}
        >
          Import
        </Button>
      </Stack>
    </Section>
  );
}

const ofTables = { description: 'For keyword and rank tables.' };
const ofSite = { description: 'Only needed if neither the pages nor the file name shows it.' };
const fields = [
  { name: 'domain', label: 'Site', ...ofSite, placeholder: 'shop.example', maxLength: 253 },
  { name: 'location', label: 'Location', ...ofTables, placeholder: 'United States', maxLength: 200 },
  { name: 'language', label: 'Language', ...ofTables, placeholder: 'English', maxLength: 100 },
];

/** Where the export comes from, in two clicks. */
function ExportGuide() {
  return (
    <div>
      <Text fw={600} mb={4}>
        How to get the export
      </Text>
      <List size="sm" type="ordered" spacing={4} c="dimmed">
        <List.Item>
          Open{' '}
          <Anchor
            fz="sm"
            href="https://search.google.com/search-console/performance/search-analytics"
            target="_blank"
            rel="noreferrer"
          >
            Performance in Search Console
          </Anchor>{' '}
          and choose your site and at least three months.
        </List.Item>
        <List.Item>
          Press <b>Export</b> at the top right, then <b>Download CSV</b>. Drop the zip here as it is.
        </List.Item>
      </List>
    </div>
  );
}

interface DropZoneProps {
  readonly files: readonly File[];
  readonly onChoose: (files: readonly File[]) => void;
}

/** The browser's own field for files over its whole area: they are dropped on it or chosen, and replace what was. */
function DropZone({ files, onChoose }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  return (
    <label className={classes.zone} data-over={isOver || undefined}>
      <UploadIcon size={26} />
      {files.length === 0 ? (
        <>
          <Text fw={600}>Drop your export here</Text>
          <Hint ta="center">
            The zip from Search Console as it is, or CSV and JSON files, up to 50 MB in total.
          </Hint>
        </>
      ) : (
        <ul className={classes.files}>
          {files.map((file) => (
            <li key={file.name}>
              <bdi>{file.name}</bdi> <span className={classes.size}>{bytes(file.size)}</span>
            </li>
          ))}
        </ul>
      )}
      <span className={classes.button}>{files.length === 0 ? 'Choose files' : 'Choose other files'}</span>
      <input
        type="file"
        multiple
        data-testid="files"
        accept=".zip,.csv,.tsv,.txt,.json,.jsonl,.ndjson"
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={({ currentTarget }) => {
          onChoose([...(currentTarget.files ?? [])]);
          // The same file chosen again is a choice too.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
