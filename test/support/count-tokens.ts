/**
 * About how many tokens a text costs a model, rounded up: the pieces that the
 * tokenizers of today split at, with long words and long runs of signs counted
 * several times. On JSON it gives a token for each three characters or so.
 */
export function countTokens(text: string): number {
  const pieces = text.match(/ ?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+|\s+/gu) ?? [];
  return pieces.reduce(
    (sum, piece) => sum + Math.ceil(piece.trim().length / (/\p{L}/u.test(piece) ? 8 : 3) || 1),
    0,
  );
}
