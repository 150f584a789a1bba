import { countries } from '#shared/facts/markets/markets.ts';

/**
 * ISO 3166-1 alpha-3 codes, as the console's API has them, that do not begin
 * with the alpha-2 code: both in one word of five letters.
 */
const codePairs =
  'ANDAD AGOAO AREAE ARMAM ATAAQ ATFTF ATGAG AUTAT BDIBI BENBJ BESBQ BGDBD BHSBS BIHBA BLMBL BLRBY BLZBZ BRBBB BRNBN BTNBT CAFCF CHLCL CHNCN CODCD COGCG COKCK COMKM CPVCV CUWCW CYMKY DNKDK DZADZ ESHEH ESTEE FLKFK FROFO FSMFM GINGN GLPGP GNBGW GNQGQ GRCGR GRDGD GRLGL GUFGF GUYGY IRLIE IRQIQ ISRIL JAMJM KAZKZ KORKR PRKKP LBRLR LBYLY LIELI LSOLS LVALV MACMO MAFMF MDGMG MDVMV MEXMX MHLMH MLIML MLTMT MNEME MNPMP MOZMZ MYTYT NCLNC NERNE NGANG NIUNU NPLNP NRUNR NZLNZ PAKPK PANPA PCNPN PERPE PHLPH PLWPW PNGPG POLPL PRIPR PRTPT PRYPY PSEPS PYFPF SENSN SGPSG SGSGS SLBSB SLVSV SPMPM SRBRS SSDSS STPST SURSR SVKSK SVNSI SWESE SWZSZ SXMSX SYCSC TCATC TCDTD TKMTM TLSTL TUNTN TURTR TUVTV UKRUA UMIUM URYUY VATVA VCTVC WLFWF WSMWS';
const alpha2Of = new Map(codePairs.split(' ').map((pair) => [pair.slice(0, 3), pair.slice(3)]));

/** Languages in which the console's exports name countries. */
const exportLanguages =
  'en de fr es it pt nl pl ja sv da nb fi cs tr ru ko zh zh-Hant id hu ro uk vi el th ar he bg hr sk sl ca hi'.split(
    ' ',
  );

/** Names in exports that no list of names has: official ones, and former ones. */
const otherNames =
  'united states of america=US|united kingdom of great britain and northern ireland=GB|uk=GB|russian federation=RU|korea republic of=KR|viet nam=VN|syrian arab republic=SY|lao peoples democratic republic=LA|democratic republic of the congo=CD|turkey=TR|czech republic=CZ|republique tcheque=CZ|macedonia=MK|macedoine=MK|swaziland=SZ|cape verde=CV|republique democratique congo=CD|guyane=GF|sahara oriental=EH|iles vierges americaines=VI|us minor outlying islands=UM|bonaire sint eustatius and saba=BQ|territoires britanniques ocean indien=IO';

/** Words that one writer has and another leaves out. */
const fillers = /\b(?:the|la|les?|of|du|des?|l(?= )|i(?:les?|sland|slands|slas|nseln))\b/gu;

/** A name without what its writers differ in: accents, hyphens, dots, articles, `&` for `and`, `St.` for `Saint`. */
function folded(name: string): string {
  const words = name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\bl['’]/gu, '')
    .replaceAll(/\p{M}|['’.]/gu, '')
    .replaceAll(/&|\bet\b/gu, ' and ')
    .replaceAll(/\bst\b/gu, 'saint')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  // `Island` is Iceland in German.
  return words.replaceAll(fillers, ' ').replaceAll(/ +/gu, ' ').trim() || words;
}

const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Every country and territory by its code, with `ZZ` for an unknown one; no unions, and no codes that another has taken over. */
const isCountry = new Set(
  letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((iso) => !/^(?:E[UZ]|UN|QO|X[AB])$/u.test(iso) && english.of(iso) !== undefined)
    .filter((iso) => new Intl.Locale(`und-${iso}`).region === iso),
);

const isoByName = new Map<string, string>([
  ...otherNames.split('|').map((pair): [string, string] => [folded(pair.slice(0, -3)), pair.slice(-2)]),
  ...countries.map(({ iso, name }): [string, string] => [folded(name), iso]),
]);

/** Long and short names of all countries in one more language; where two are alike, the first language holds. */
function readNames(language: string): void {
  for (const style of ['long', 'short'] as const) {
    const shown = new Intl.DisplayNames([language], { type: 'region', style });
    for (const iso of isCountry) {
      const name = folded(shown.of(iso) ?? iso);
      if (!isoByName.has(name)) isoByName.set(name, iso);
    }
  }
}

const unread = exportLanguages.values();

/** By names in the languages that were read, then in one after the other of the rest. */
function isoOfName(names: readonly string[]): string | undefined {
  for (;;) {
    const known = names.find((name) => isoByName.has(name));
    if (known !== undefined) return isoByName.get(known);
    const language = unread.next();
    if (language.done) return undefined;
    readNames(language.value);
  }
}

/** ISO 3166-1 alpha-2 of a country as an export or answer names it; undefined for what is none. */
export function countryIso(text: string): string | undefined {
  const upper = text.trim().toUpperCase();
  if (/^[A-Z]{3}$/u.test(upper)) return knownIso(alpha2Of.get(upper) ?? upper.slice(0, 2));
  if (/^[A-Z]{2}$/u.test(upper) && upper !== 'UK') return knownIso(upper);
  // `Tanzania, United Republic of`, `Maurice (Île)`, `Virgin Islands (U.S.)`.
  const turned = text.replace(/^(.*)\((.*)\)$/u, '$2 $1');
  return isoOfName([folded(text), folded(turned), folded(text.replace(/[,(].*$/u, ''))]);
}

function knownIso(iso: string): string | undefined {
  return isCountry.has(iso) ? iso : undefined;
}

/** The one name of a country, however an export writes it: that of its market, else the English one; as it is where it is none. */
export function countryName(text: string): string {
  const iso = countryIso(text);
  if (iso === undefined) return text;
  return countries.find((country) => country.iso === iso)?.name ?? english.of(iso) ?? text;
}

/** Whether a country of an export is the one with this alpha-2 code. */
export function countryMatches(text: string, iso: string): boolean {
  return countryIso(text) === iso;
}
