import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../api/problem.ts';
import type { Envelope } from '../../api/schema.ts';
import { downloadDataset } from '../../charts/download-dataset.ts';
import { explorerLink } from '../../explorer-link.ts';
import { number, words } from '../../format.ts';
import { DownloadIcon } from '../../parts/icons.tsx';
import { MenuButton } from '../../parts/later.tsx';
import { plainText } from '../../plain-text.ts';
import { navigate } from '../../router.tsx';
import { saveJson } from '../../save-file.ts';

const formats = [
  ['csv', 'CSV'],
  ['ndjson', 'NDJSON'],
] as const;

/** The answer to take along: its complete lists, free, the whole of it as JSON, and a report on paper. */
export function ExportAnswer({ envelope }: { readonly envelope: Envelope }) {
  const download = useMutation({
    mutationFn: ({ uri, format }: { readonly uri: string; readonly format: 'csv' | 'ndjson' }) =>
      downloadDataset(uri, format),
  });
  return (
    <MenuButton
      button={(onClick) => (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<DownloadIcon size={14} />}
          loading={download.isPending}
          title={download.error ? messageOf(download.error) : undefined}
          aria-haspopup="menu"
          onClick={onClick}
        >
          {download.error ? 'Not exported, try again' : 'Export'}
        </Button>
      )}
      groups={[
        ...envelope.resources.map(({ uri, name, rows, description }) => ({
          title: `${words(name.replaceAll('-', '_'))}, ${number(rows)} rows`,
          hint: plainText(description),
          isRow: true,
          actions: [
            ...formats.map(([format, label]) => ({
              label,
              name: `${label} of ${words(name)}`,
              act: () => download.mutate({ uri, format }),
            })),
            { label: 'Open', name: `Open ${words(name)}`, act: () => open(uri) },
          ],
        })),
        {
          title: 'This answer',
          actions: [
            { label: 'JSON', act: () => saveJson(envelope, 'answer.json') },
            { label: 'Print or save as PDF', act: () => print() },
          ],
        },
      ]}
    />
  );
}

function open(uri: string): void {
  navigate(explorerLink('export_dataset', { uri }));
}
