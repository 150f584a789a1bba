// The numbers of RFC 3492, section 5.
const base = 36;
const leastThreshold = 1;
const mostThreshold = 26;
const skew = 38;
const damp = 700;
const firstBias = 72;
const firstCodePoint = 128;
const lastCodePoint = 0x10ff_ff;

/** The text that a label stands for, given without its `xn--`; undefined where it stands for none. */
export function decodePunycode(label: string): string | undefined {
  const split = Math.max(0, label.lastIndexOf('-'));
  const output = Array.from(label.slice(0, split), (character) => character.codePointAt(0) ?? 0);
  let position = split === 0 ? 0 : split + 1;
  let codePoint = firstCodePoint;
  let bias = firstBias;
  let index = 0;
  while (position < label.length) {
    const step = readInteger(label, position, bias);
    const length = output.length + 1;
    if (step === undefined) return undefined;
    codePoint += Math.floor((index + step.value) / length);
    if (codePoint > lastCodePoint) return undefined;
    bias = nextBias(step.value, length, output.length === split);
    index = (index + step.value) % length;
    output.splice(index, 0, codePoint);
    index += 1;
    position = step.end;
  }
  return String.fromCodePoint(...output);
}

/** A number of variable length that begins at `start`, and where it ends. */
function readInteger(label: string, start: number, bias: number) {
  let value = 0;
  let weight = 1;
  for (let place = 0; start + place < label.length; place += 1) {
    const digit = digitOf(label.charAt(start + place));
    if (digit === undefined) return undefined;
    value += digit * weight;
    if (!Number.isSafeInteger(value)) return undefined;
    const threshold = Math.min(mostThreshold, Math.max(leastThreshold, base * (place + 1) - bias));
    if (digit < threshold) return { value, end: start + place + 1 };
    weight *= base - threshold;
  }
  return undefined;
}

function digitOf(character: string): number | undefined {
  const digit = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(character);
  return digit === -1 ? undefined : digit;
}

function nextBias(step: number, length: number, isFirst: boolean): number {
  let delta = Math.floor(step / (isFirst ? damp : 2));
  delta += Math.floor(delta / length);
  let bias = 0;
  while (delta > ((base - leastThreshold) * mostThreshold) / 2) {
    delta = Math.floor(delta / (base - leastThreshold));
    bias += base;
  }
  return bias + Math.floor((base * delta) / (delta + skew));
}
