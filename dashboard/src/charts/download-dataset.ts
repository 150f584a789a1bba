import { callTool } from '../api/client.ts';
import { isData, text } from './read.ts';

const exportPath = '/v1/tools/export_dataset';

/**
 * Downloads a whole list, free of charge: as one file, or, where it is longer
 * than one export reads, as several. Fails with a sentence where the service has it no longer.
 */
export async function downloadDataset(uri: string, format: 'csv' | 'ndjson'): Promise<void> {
  let cursor = '';
  do cursor = await downloadFrom({ uri, format, ...(cursor && { cursor }) });
  while (cursor);
}

/** Downloads one file and returns where the list goes on, if it does. */
async function downloadFrom(selection: Readonly<Record<string, string>>): Promise<string> {
  const { data } = await callTool(
    exportPath,
    // The rows come in the file; the answer itself needs none.
    { ...selection, limit: 1 },
    crypto.randomUUID(),
    AbortSignal.timeout(60_000),
  );
  const answer = isData(data) ? data : {};
  const address = text(answer, 'download_url');
  if (!address)
    throw new Error(text(answer, 'note') || 'The list is no longer kept. Ask again for a new one.');
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
  return text(answer, 'next_cursor');
}
