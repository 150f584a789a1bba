import { Problem } from '../../api/problem.ts';

interface SheetPart {
  /** CSV with its line of names. */
  readonly text: string;
  readonly nextCursor: string | undefined;
}

type ReadPart = (cursor: string) => Promise<SheetPart>;

const lineEnd = '\r\n';

/**
 * Every call as one file of CSV, of which one part is asked for after the
 * other. Each part is handed to the browser as it comes, which keeps files
 * outside of the page: the page holds no more than one, however long the log.
 */
export async function collectSheet(read: ReadPart, onProgress: (rows: number) => void): Promise<Blob> {
  const parts: Blob[] = [];
  let rows = 0;
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const { text, nextCursor } = await patiently(read, cursor);
    const names = text.indexOf(lineEnd) + lineEnd.length;
    // Only the first part keeps its line of names.
    parts.push(new Blob([parts.length === 0 ? text : text.slice(names)]));
    rows += linesFrom(text, names);
    onProgress(rows);
    cursor = nextCursor;
  }
  return new Blob(parts, { type: 'text/csv' });
}

/** Where the account's rate limit is reached, waits as long as `Retry-After` says. */
async function patiently(read: ReadPart, cursor: string): Promise<SheetPart> {
  try {
    return await read(cursor);
  } catch (error) {
    const waitSeconds =
      error instanceof Problem && error.status === 429 ? error.retryAfterSeconds : undefined;
    if (waitSeconds === undefined) throw error;
    await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1_000));
    return patiently(read, cursor);
  }
}

function linesFrom(text: string, start: number): number {
  let lines = 0;
  for (let at = text.indexOf(lineEnd, start); at >= 0; at = text.indexOf(lineEnd, at + lineEnd.length))
    lines += 1;
  return lines;
}
