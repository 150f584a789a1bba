import {
  Anchor,
  Button,
  Collapse,
  Group,
  List,
  Progress,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type DragEvent, useId, useRef, useState } from 'react';
import { bytes, percent } from '../../format.ts';
import { typed } from '../../parts/form.tsx';
import { UploadIcon } from '../../parts/icons.tsx';
import { ErrorState, Section } from '../../parts/page.tsx';
import { Hint, RowButton } from '../../parts/text.tsx';
import { keepMarket, lastMarket } from '../explorer/last-market.ts';
import classes from './drop-zone.module.css';
import { refusalOf, sendFiles } from './send-files.ts';

/** Takes the files of an export, and sends them. */
export function UploadForm({ onStarted }: { readonly onStarted: (upload: string) => void }) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [details, setDetails] = useState(() => ({ ...noDetails, ...lastMarket() }));
  const [isOpen, setOpen] = useState(false);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [sent, setSent] = useState(0);
  const refusal = refusalOf(files);
  const options = optionsOf(details);
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
      <Stack gap="md">
        <DropZone files={files} onChoose={(chosen) => changed(() => setFiles(chosen))} />
        {refusal && files.length > 0 ? (
          <Text c="var(--mantine-color-error)" role="alert">
            {refusal}
          </Text>
        ) : null}
        <ExportGuide />
        <RowButton
          color="gray"
          onClick={() => setOpen(!isOpen)}
          aria-expanded={isOpen}
          rightSection={isOpen ? '▴' : '▾'}
          style={{ alignSelf: 'flex-start' }}
        >
          Site and market
        </RowButton>
        <Collapse expanded={isOpen}>
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
            {detailFields.map(({ member, ...look }) => (
              <TextInput
                key={member}
                {...look}
                {...typed(details[member], (next) =>
                  changed(() => setDetails({ ...details, [member]: next })),
                )}
              />
            ))}
          </SimpleGrid>
        </Collapse>
        <ErrorState error={send.error} />
        {send.isPending ? (
          <div role="status">
            <Text mb={6}>Sending… {percent(sent)}</Text>
            <Progress value={sent * 100} aria-label="Sent" />
          </div>
        ) : null}
        <Group>
          <Button
            onClick={() => send.mutate()}
            loading={send.isPending}
            disabled={files.length === 0 || refusal !== undefined}
          >
            Import
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}

const noDetails = { domain: '', location: '', language: '' };

/** What is left empty is not sent. */
function optionsOf(details: typeof noDetails): Partial<typeof noDetails> {
  const written = Object.entries(details).map(([member, value]) => [member, value.trim()] as const);
  return Object.fromEntries(written.filter(([, value]) => value !== ''));
}

const ofTables = 'For keyword and rank tables.';
const detailFields = [
  {
    member: 'domain',
    label: 'Site',
    description: 'Only needed if neither the pages nor the file name shows it.',
    placeholder: 'shop.example',
    maxLength: 253,
  },
  {
    member: 'location',
    label: 'Location',
    description: ofTables,
    placeholder: 'United States',
    maxLength: 200,
  },
  { member: 'language', label: 'Language', description: ofTables, placeholder: 'English', maxLength: 100 },
] as const;

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

/** Takes files that are dropped on it or chosen; what is chosen replaces what was. */
function DropZone({ files, onChoose }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onChoose([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button inside does the same for everybody.
    <div
      className={classes.zone}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <UploadIcon size={26} />
      {files.length === 0 ? (
        <Stack gap={2} align="center">
          <Text fw={600}>Drop your export here</Text>
          <Hint ta="center" id={hint}>
            The zip from Search Console as it is, or CSV and JSON files, up to 50 MB in total.
          </Hint>
        </Stack>
      ) : (
        <ul className={classes.files} id={hint}>
          {files.map((file) => (
            <li key={file.name}>
              <bdi>{file.name}</bdi> <span className={classes.size}>{bytes(file.size)}</span>
            </li>
          ))}
        </ul>
      )}
      <Group>
        <Button variant="default" onClick={() => input.current?.click()} aria-describedby={hint}>
          {files.length === 0 ? 'Choose files' : 'Choose other files'}
        </Button>
      </Group>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-testid="files"
        accept=".zip,.csv,.tsv,.txt,.json,.jsonl,.ndjson"
        onChange={(event) => {
          onChoose([...(event.currentTarget.files ?? [])]);
          // The same file chosen again is a choice too.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
