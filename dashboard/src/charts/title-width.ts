/**
 * Widths in Arial as thousandths of the type size, by character: those of the
 * PostScript metrics of Helvetica, which Arial and Liberation Sans share.
 */
const characters: Readonly<Record<number, string>> = {
  191: "'",
  222: 'ijl’‘',
  260: '|',
  278: ' !,./:;I[\\]ft·',
  333: '()-`r“”',
  334: '{}',
  350: '•',
  355: '"',
  389: '*',
  469: '^',
  500: 'Jckszvxy',
  556: '#$0123456789?L_abdeghnopqu–€',
  584: '+<=>~',
  611: 'FTZß',
  667: '&ABEKPSVXY',
  722: 'CDHNRUw',
  778: 'GOQ',
  833: 'Mm',
  889: '%',
  944: 'W',
  1000: '—…',
  1015: '@',
};
const widths = new Map(
  Object.entries(characters).flatMap(([width, list]) =>
    [...list].map((character) => [character, Number(width)] as const),
  ),
);
/** Of characters outside the table: those of the wide scripts fill their square. */
const wideScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}]/u;
const usualWidth = 600;
const marks = /\p{Mark}/gu;

/** The size in which Google sets titles on a desktop, and the width that it gives them. */
const titlePixelSize = 20;
export const titlePixels = 600;

/** Width of a title on a desktop, in CSS pixels. */
export function widthOf(title: string): number {
  // An accent takes no room of its own.
  const plain = title.normalize('NFD').replaceAll(marks, '');
  const thousandths = [...plain].reduce((sum, character) => sum + widthOfCharacter(character), 0);
  return (thousandths * titlePixelSize) / 1_000;
}

/** A title as a listing shows it: cut behind its last whole word that fits. */
export function cutTitle(title: string): string {
  if (widthOf(title) <= titlePixels) return title;
  const room = titlePixels - widthOf(' …');
  let shown = '';
  for (const word of title.split(' ')) {
    const longer = shown === '' ? word : `${shown} ${word}`;
    if (widthOf(longer) > room) break;
    shown = longer;
  }
  return `${shown === '' ? cutWord(title, room) : shown} …`;
}

/** A first word that alone is too long. */
function cutWord(title: string, room: number): string {
  let shown = '';
  for (const character of title) {
    if (widthOf(shown + character) > room) break;
    shown += character;
  }
  return shown;
}

function widthOfCharacter(character: string): number {
  return widths.get(character) ?? (wideScripts.test(character) ? 1_000 : usualWidth);
}
