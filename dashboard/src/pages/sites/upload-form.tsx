import { Button, Collapse, Group, Progress, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { percent } from '../../format.ts';
import { Section } from '../../parts/page.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { keepMarket, lastMarket } from '../explorer/last-market.ts';
import { DropZone } from './drop-zone.tsx';
import { ExportGuide } from './export-guide.tsx';
import { refusalOf, sendFiles } from './send-files.ts';

/** Takes the files of an export, and sends them. */
export function UploadForm({ onStarted }: { readonly onStarted: (upload: string) => void }) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [details, setDetails] = useState<UploadDetails>(() => ({ ...noDetails, ...lastMarket() }));
  const [isOpen, setOpen] = useState(false);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [sent, setSent] = useState(0);
  const refusal = refusalOf(files);
  const send = useMutation({
    mutationFn: () =>
      sendFiles({
        files,
        options: optionsOf(details),
        idempotencyKey: key,
        onSent: setSent,
      }),
    onSuccess: (upload) => {
      keepMarket(optionsOf(details));
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
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {refusal}
          </Text>
        ) : null}
        <ExportGuide />
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={() => setOpen(!isOpen)}
          aria-expanded={isOpen}
          style={{ alignSelf: 'flex-start' }}
        >
          Site and market
        </Button>
        <Collapse expanded={isOpen}>
          <Details value={details} onChange={(next) => changed(() => setDetails(next))} />
        </Collapse>
        {send.error ? <ErrorState error={send.error} /> : null}
        {send.isPending ? <Sending share={sent} /> : null}
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

interface UploadDetails {
  readonly domain: string;
  readonly location: string;
  readonly language: string;
}

const noDetails: UploadDetails = { domain: '', location: '', language: '' };

/** What is left empty is not sent. */
function optionsOf({ domain, location, language }: UploadDetails) {
  return {
    ...(domain.trim() && { domain: domain.trim() }),
    ...(location.trim() && { location: location.trim() }),
    ...(language.trim() && { language: language.trim() }),
  };
}

interface DetailsProps {
  readonly value: UploadDetails;
  readonly onChange: (value: UploadDetails) => void;
}

function Details({ value, onChange }: DetailsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
      <TextInput
        label="Site"
        description="Only if neither pages nor the file name tell."
        placeholder="shop.example"
        value={value.domain}
        onChange={(event) => onChange({ ...value, domain: event.currentTarget.value })}
        maxLength={253}
        autoComplete="off"
      />
      <TextInput
        label="Location"
        description="Of keyword and rank tables."
        placeholder="United States"
        value={value.location}
        onChange={(event) => onChange({ ...value, location: event.currentTarget.value })}
        maxLength={200}
      />
      <TextInput
        label="Language"
        description="Of keyword and rank tables."
        placeholder="English"
        value={value.language}
        onChange={(event) => onChange({ ...value, language: event.currentTarget.value })}
        maxLength={100}
      />
    </SimpleGrid>
  );
}

function Sending({ share }: { readonly share: number }) {
  return (
    <div role="status">
      <Text size="sm" mb={6}>
        Sending… {percent(share)}
      </Text>
      <Progress value={share * 100} aria-label="Sent" />
    </div>
  );
}
