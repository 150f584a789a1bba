import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { readUsageSheet } from '../../api/client.ts';
import { Problem } from '../../api/problem.ts';
import type { UsageFilter } from '../../api/schema.ts';
import { number } from '../../format.ts';
import { DownloadIcon } from '../../parts/icons.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { saveFile } from '../../save-file.ts';

/** Every call that fits the filters as one spreadsheet, however many there are. */
export function ExportButton({ filter }: { readonly filter: UsageFilter }) {
  const [rows, setRows] = useState(0);
  const download = useMutation({
    mutationFn: async () => {
      setRows(0);
      const parts = await collectSheet(filter, setRows);
      saveFile(new Blob([...parts], { type: 'text/csv' }), 'oriel-activity.csv');
    },
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<DownloadIcon size={16} />}
        disabled={download.isPending}
        onClick={() => download.mutate()}
      >
        {download.isPending ? `${number(rows)} rows…` : 'CSV'}
      </Button>
      {download.error ? <ErrorState error={download.error} /> : null}
    </>
  );
}

/** Asks for one part after the other. Where the account's rate limit is reached, it waits as long as `Retry-After` says. */
async function collectSheet(
  filter: UsageFilter,
  onProgress: (rows: number) => void,
): Promise<readonly string[]> {
  const parts: string[] = [];
  let rows = 0;
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const part = await patiently({ ...filter, ...(cursor ? { cursor } : {}) });
    const lines = part.text.indexOf('\r\n') + 2;
    // Only the first part keeps its line of names.
    parts.push(parts.length === 0 ? part.text : part.text.slice(lines));
    rows += part.text.slice(lines).split('\r\n').length - 1;
    onProgress(rows);
    cursor = part.nextCursor;
  }
  return parts;
}

async function patiently(filter: UsageFilter): ReturnType<typeof readUsageSheet> {
  try {
    return await readUsageSheet(filter);
  } catch (error) {
    const waitSeconds =
      error instanceof Problem && error.status === 429 ? error.retryAfterSeconds : undefined;
    if (waitSeconds === undefined) throw error;
    await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1_000));
    return patiently(filter);
  }
}
