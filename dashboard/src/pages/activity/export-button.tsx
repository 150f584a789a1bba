import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { readUsageSheet } from '../../api/client.ts';
import type { UsageFilter } from '../../api/schema.ts';
import { number } from '../../format.ts';
import { DownloadIcon } from '../../parts/icons.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { saveFile } from '../../save-file.ts';
import { collectSheet } from './usage-sheet.ts';

/** Every call that fits the filters as one spreadsheet, however many there are. */
export function ExportButton({ filter }: { readonly filter: UsageFilter }) {
  const [rows, setRows] = useState(0);
  const download = useMutation({
    mutationFn: async () => {
      setRows(0);
      const part = (cursor: string) => readUsageSheet({ ...filter, ...(cursor && { cursor }) });
      saveFile(await collectSheet(part, setRows), 'oriel-activity.csv');
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
