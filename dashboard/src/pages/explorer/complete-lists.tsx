import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../api/problem.ts';
import type { Envelope } from '../../api/schema.ts';
import { downloadDataset } from '../../charts/download-dataset.ts';
import { explorerLink } from '../../explorer-link.ts';
import { number } from '../../format.ts';
import { DownloadIcon } from '../../parts/icons.tsx';
import { plainText } from '../../plain-text.ts';
import { Link } from '../../router.tsx';
import classes from './follow-ups.module.css';

type Resource = Envelope['resources'][number];

/** The whole lists behind shortened ones, each a press away as a file. */
export function CompleteLists({ resources }: { readonly resources: readonly Resource[] }) {
  if (resources.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600} mb="xs">
        Complete lists, free
      </Text>
      <div className={classes.lists}>
        {resources.map((resource) => (
          <CompleteList key={resource.uri} resource={resource} />
        ))}
      </div>
    </div>
  );
}

function CompleteList({ resource }: { readonly resource: Resource }) {
  const download = useMutation({
    mutationFn: (format: 'csv' | 'ndjson') => downloadDataset(resource.uri, format),
  });
  return (
    <div className={classes.list}>
      <div>
        <Text size="sm" fw={550}>
          {plainText(resource.description)}
        </Text>
        <Text size="xs" c="dimmed">
          {number(resource.rows)} rows
        </Text>
        {download.error ? (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {messageOf(download.error)}
          </Text>
        ) : null}
      </div>
      <Group gap={4} wrap="nowrap">
        {(['csv', 'ndjson'] as const).map((format) => (
          <Button
            key={format}
            variant="subtle"
            size="compact-sm"
            leftSection={<DownloadIcon size={14} />}
            loading={download.isPending && download.variables === format}
            aria-label={`Download ${resource.name} as ${formatNames[format]}`}
            onClick={() => download.mutate(format)}
          >
            {formatNames[format]}
          </Button>
        ))}
        <Button
          variant="subtle"
          size="compact-sm"
          component={Link}
          href={explorerLink('export_dataset', { uri: resource.uri })}
          aria-label={`Open ${resource.name}`}
        >
          Open
        </Button>
      </Group>
    </div>
  );
}

const formatNames = { csv: 'CSV', ndjson: 'JSON lines' } as const;
