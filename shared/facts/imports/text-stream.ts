/**
 * The text of a file, whatever its encoding: UTF-8 or UTF-16, detected by the byte
 * order mark or, without one, by the zero bytes of ASCII in UTF-16; and what
 * spreadsheets save as CSV in Western Europe (Windows-1252), detected by its not
 * being UTF-8. The mark itself is dropped; bytes that are not text become
 * replacement characters.
 */
export async function* decodedText(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(encodingOf(chunk));
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder?.decode() ?? '';
  if (rest !== '') yield rest;
}

function encodingOf(start: Buffer): string {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (start.length > 3 && start[1] === 0 && start[3] === 0) return 'utf-16le';
  if (start.length > 3 && start[0] === 0 && start[2] === 0) return 'utf-16be';
  return isUtf8(start) ? 'utf-8' : 'windows-1252';
}

/** Whether bytes are UTF-8, if need be with broken characters among more that are whole. */
function isUtf8(bytes: Buffer): boolean {
  const beyondAscii = new TextDecoder().decode(bytes, { stream: true }).replaceAll(/\p{ASCII}/gu, '');
  const broken = beyondAscii.replaceAll(/[^\ufffd]/gu, '').length;
  return broken <= beyondAscii.length / 2;
}

/** The first characters of a text, and the whole text still to be read. */
export async function peeked(
  text: AsyncGenerator<string>,
  characters: number,
): Promise<{ readonly start: string; readonly text: AsyncGenerator<string> }> {
  let start = '';
  while (start.length < characters) {
    const { value, done } = await text.next();
    if (done) break;
    start += value;
  }
  async function* whole() {
    yield start;
    yield* text;
  }
  return { start, text: whole() };
}

/** Lines with their numbers. A line longer than the bound is cut off, so that no file can fill the memory. */
export async function* linesOf(
  text: AsyncIterable<string>,
  longestLine: number,
): AsyncGenerator<{ readonly line: number; readonly text: string; readonly isCut: boolean }> {
  let line = 1;
  let open = '';
  let isCut = false;
  for await (const chunk of text) {
    const parts = chunk.split('\n');
    for (const [index, part] of parts.entries()) {
      if (index > 0) {
        yield { line, text: open, isCut };
        line += 1;
        open = '';
        isCut = false;
      }
      isCut ||= open.length + part.length > longestLine;
      open = (open + part).slice(0, longestLine);
    }
  }
  if (open !== '') yield { line, text: open, isCut };
}
