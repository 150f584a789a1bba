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

let localNames: ReadonlyMap<string, string> | undefined;

/** Names of all countries in the languages of exports; made when the first is asked for. */
function namesOfCountries(): ReadonlyMap<string, string> {
  if (localNames) return localNames;
  const names = new Map<string, string>();
  for (const language of exportLanguages) {
    const shown = new Intl.DisplayNames([language], { type: 'region' });
    for (const { iso } of countries) names.set((shown.of(iso) ?? iso).toLowerCase(), iso);
  }
  for (const { iso, name } of countries) names.set(name.toLowerCase(), iso);
  localNames = names;
  return names;
}

const isCountry = new Set(countries.map(({ iso }) => iso));

/** ISO 3166-1 alpha-2 of a country as an export or answer names it; undefined for what is none. */
export function countryIso(text: string): string | undefined {
  const upper = text.trim().toUpperCase();
  if (/^[A-Z]{3}$/u.test(upper)) return knownIso(alpha2Of.get(upper) ?? upper.slice(0, 2));
  if (/^[A-Z]{2}$/u.test(upper)) return knownIso(upper);
  return namesOfCountries().get(text.trim().toLowerCase());
}

function knownIso(iso: string): string | undefined {
  return isCountry.has(iso) ? iso : undefined;
}

/** The name of a country of an export as markets have it; as it is where it is none of them. */
export function countryName(text: string): string {
  const iso = countryIso(text);
  return countries.find((country) => country.iso === iso)?.name ?? text;
}

/** Whether a country of an export is the one with this alpha-2 code. */
export function countryMatches(text: string, iso: string): boolean {
  return countryIso(text) === iso;
}
