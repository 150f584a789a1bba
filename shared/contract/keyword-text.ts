/** Invisible characters: soft hyphen, zero-width spaces, direction marks, byte order mark. */
const invisible = /[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu;
/** Joiners shape letters of these scripts and of emoji; behind anything else they are invisible too. */
const strayJoiner =
  /(?<![\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Khmer}\p{Script=Mongolian}\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)[\u200c\u200d]/gu;

/**
 * A keyword in the one form in which it is stored and compared: composed
 * (NFC), without invisible characters, inner white space folded to one
 * blank, trimmed. Two texts that look the same are one keyword, paid for once.
 */
export function foldKeyword(text: string): string {
  return text
    .replaceAll(invisible, '')
    .replaceAll(strayJoiner, '')
    .replaceAll(/[\u200c\u200d]+(?=\s|$)/gu, '')
    .normalize('NFC')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
