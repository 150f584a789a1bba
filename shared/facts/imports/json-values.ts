/** Characters of one value; a listing with a hundred results is far below. */
const longestValue = 16 * 1024 * 1024;

/** A value of a JSON text, or the reason why it is none; `line` is where it begins. */
export type JsonValue =
  | { readonly kind: 'value'; readonly line: number; readonly value: unknown }
  | { readonly kind: 'bad'; readonly line: number; readonly reason: string };

/**
 * The values of a text that holds one JSON value, one on each line, or an
 * array of them: each is read by itself, so that a file of any size needs the
 * memory of its largest value.
 */
export async function* jsonValues(text: AsyncIterable<string>): AsyncGenerator<JsonValue> {
  const scanner = createScanner();
  for await (const chunk of text) {
    for (const character of chunk) {
      const found = scanner.take(character);
      if (found) yield parsed(found);
    }
  }
  const rest = scanner.end();
  if (rest) yield parsed(rest);
}

interface Found {
  readonly line: number;
  readonly text: string;
}

function parsed({ line, text }: Found): JsonValue {
  if (text.length > longestValue) return { kind: 'bad', line, reason: 'The value is too large.' };
  try {
    return { kind: 'value', line, value: JSON.parse(text) };
  } catch {
    return { kind: 'bad', line, reason: 'The value is not valid JSON.' };
  }
}

/** Cuts a text into its objects by counting braces outside of strings; an array around them all is passed over. */
function createScanner() {
  const parts: string[] = [];
  let length = 0;
  let depth = 0;
  let line = 1;
  let start = 1;
  let isInString = false;
  let isEscaped = false;
  const keep = (character: string) => {
    length += 1;
    if (length <= longestValue + 1) parts.push(character);
  };
  const taken = (): Found => {
    const found = { line: start, text: parts.join('') };
    parts.length = 0;
    length = 0;
    depth = 0;
    isInString = false;
    isEscaped = false;
    return found;
  };
  const inString = (character: string) => {
    if (isEscaped) isEscaped = false;
    else if (character === '\\') isEscaped = true;
    else if (character === '"') isInString = false;
  };
  const inValue = (character: string): Found | undefined => {
    keep(character);
    if (isInString) inString(character);
    else if (character === '"') isInString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    return depth === 0 ? taken() : undefined;
  };
  return {
    take(character: string): Found | undefined {
      if (character === '\n') line += 1;
      if (depth > 0) return inValue(character);
      if (character !== '{') return undefined;
      start = line;
      return inValue(character);
    },
    /** What was begun and not ended. */
    end: (): Found | undefined => (length > 0 ? taken() : undefined),
  };
}
