import { Button, Group, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../api/problem.ts';
import type { Envelope } from '../../api/schema.ts';
import { downloadDataset } from '../../charts/download-dataset.ts';
import { explorerLink } from '../../explorer-link.ts';
import { number, words } from '../../format.ts';
import { DownloadIcon } from '../../parts/icons.tsx';
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
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<DownloadIcon size={14} />}
          loading={download.isPending}
          title={download.error ? messageOf(download.error) : undefined}
        >
          {download.error ? 'Not exported, try again' : 'Export'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {envelope.resources.map(({ uri, name, rows, description }) => (
          <div key={uri} title={plainText(description)}>
            <Menu.Label>
              {words(name.replaceAll('-', '_'))}, {number(rows)} rows
            </Menu.Label>
            <Group gap={0} wrap="nowrap">
              {formats.map(([format, title]) => (
                <Menu.Item
                  key={format}
                  aria-label={`${title} of ${words(name)}`}
                  onClick={() => download.mutate({ uri, format })}
                >
                  {title}
                </Menu.Item>
              ))}
              <Menu.Item aria-label={`Open ${words(name)}`} onClick={() => open(uri)}>
                Open
              </Menu.Item>
            </Group>
          </div>
        ))}
        <Menu.Label>This answer</Menu.Label>
        <Menu.Item onClick={() => saveJson(envelope, 'answer.json')}>JSON</Menu.Item>
        <Menu.Item onClick={() => print()}>Print or save as PDF</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function open(uri: string): void {
  navigate(explorerLink('export_dataset', { uri }));
}
