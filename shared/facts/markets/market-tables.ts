/**
 * Names and codes of markets, packed: each table is one string that is split
 * on first use, so that it costs a bundle little. Names are those of the
 * field's data providers (Google's geo targets); a country's numeric location
 * code is its ISO 3166-1 number + 2000.
 */

/** ISO 3166-1 alpha-2, ISO number and name of each country. */
export const countryTable =
  'AL8 Albania|DZ12 Algeria|AD20 Andorra|AO24 Angola|AR32 Argentina|AM51 Armenia|AU36 Australia|' +
  'AT40 Austria|AZ31 Azerbaijan|BS44 Bahamas|BH48 Bahrain|BD50 Bangladesh|BB52 Barbados|BE56 Belgium|' +
  'BZ84 Belize|BO68 Bolivia|BA70 Bosnia and Herzegovina|BW72 Botswana|BR76 Brazil|BN96 Brunei|' +
  'BG100 Bulgaria|BF854 Burkina Faso|KH116 Cambodia|CM120 Cameroon|CA124 Canada|CL152 Chile|CO170 Colombia|' +
  "CR188 Costa Rica|CI384 Cote d'Ivoire|HR191 Croatia|CY196 Cyprus|CZ203 Czechia|DK208 Denmark|" +
  'DO214 Dominican Republic|EC218 Ecuador|EG818 Egypt|SV222 El Salvador|EE233 Estonia|ET231 Ethiopia|' +
  'FJ242 Fiji|FI246 Finland|FR250 France|GE268 Georgia|DE276 Germany|GH288 Ghana|GR300 Greece|' +
  'GT320 Guatemala|GG831 Guernsey|GY328 Guyana|HT332 Haiti|HN340 Honduras|HK344 Hong Kong|HU348 Hungary|' +
  'IS352 Iceland|IN356 India|ID360 Indonesia|IQ368 Iraq|IE372 Ireland|IM833 Isle of Man|IL376 Israel|' +
  'IT380 Italy|JM388 Jamaica|JP392 Japan|JE832 Jersey|JO400 Jordan|KZ398 Kazakhstan|KE404 Kenya|' +
  'KW414 Kuwait|KG417 Kyrgyzstan|LA418 Laos|LV428 Latvia|LB422 Lebanon|LI438 Liechtenstein|LT440 Lithuania|' +
  'LU442 Luxembourg|MG450 Madagascar|MW454 Malawi|MY458 Malaysia|MV462 Maldives|MT470 Malta|MU480 Mauritius|' +
  'MX484 Mexico|MD498 Moldova|MC492 Monaco|MN496 Mongolia|ME499 Montenegro|MA504 Morocco|MZ508 Mozambique|' +
  'MM104 Myanmar (Burma)|NA516 Namibia|NP524 Nepal|NL528 Netherlands|NZ554 New Zealand|NI558 Nicaragua|' +
  'NG566 Nigeria|MK807 North Macedonia|NO578 Norway|OM512 Oman|PK586 Pakistan|PA591 Panama|' +
  'PG598 Papua New Guinea|PY600 Paraguay|PE604 Peru|PH608 Philippines|PL616 Poland|PT620 Portugal|' +
  'QA634 Qatar|RO642 Romania|RW646 Rwanda|SM674 San Marino|SA682 Saudi Arabia|SN686 Senegal|RS688 Serbia|' +
  'SG702 Singapore|SK703 Slovakia|SI705 Slovenia|ZA710 South Africa|KR410 South Korea|ES724 Spain|' +
  'LK144 Sri Lanka|SR740 Suriname|SE752 Sweden|CH756 Switzerland|TW158 Taiwan|TJ762 Tajikistan|' +
  'TZ834 Tanzania|TH764 Thailand|TT780 Trinidad and Tobago|TN788 Tunisia|TR792 Turkiye|TM795 Turkmenistan|' +
  'UG800 Uganda|UA804 Ukraine|AE784 United Arab Emirates|GB826 United Kingdom|US840 United States|' +
  'UY858 Uruguay|UZ860 Uzbekistan|VE862 Venezuela|VN704 Vietnam|ZM894 Zambia|ZW716 Zimbabwe';

/** ISO 639-1 code (or a variant of it) and name of each search language. */
export const languageTable =
  'af Afrikaans|ak Akan|sq Albanian|am Amharic|ar Arabic|hy Armenian|az Azerbaijani|ban Balinese|eu Basque|' +
  'be Belarusian|bn Bengali|bs Bosnian|bg Bulgarian|my Burmese|ca Catalan|ceb Cebuano|ny Chichewa|' +
  'zh-CN Chinese (Simplified)|zh-TW Chinese (Traditional)|hr Croatian|cs Czech|da Danish|nl Dutch|' +
  'en English|et Estonian|ee Ewe|fo Faroese|fa Farsi|fil Filipino|fi Finnish|fr French|fy Frisian|gaa Ga|' +
  'gl Galician|lg Ganda|ka Georgian|de German|el Greek|gu Gujarati|ht Haitian|ha Hausa|he Hebrew|hi Hindi|' +
  'hu Hungarian|is Icelandic|bem IciBemba|ig Igbo|id Indonesian|ga Irish|it Italian|ja Japanese|kn Kannada|' +
  'kk Kazakh|km Khmer|rw Kinyarwanda|rn Kirundi|kg Kongo|ko Korean|mfe Kreol morisien|crs Kreol Seselwa|' +
  'kri Krio|ckb Kurdish|ky Kyrgyz|lo Lao|lv Latvian|ln Lingala|lt Lithuanian|ach Luo|mk Macedonian|' +
  'mg Malagasy|ms Malay|ml Malayalam|mt Maltese|mi Maori|mr Marathi|mn Mongolian|ne Nepali|' +
  'nso Northern Sotho|nb Norwegian (Bokmål)|nyn Nyankole|om Oromo|ps Pashto|pcm Pidgin|pl Polish|' +
  'pt Portuguese|pt-BR Portuguese (Brazil)|pt-PT Portuguese (Portugal)|pa Punjabi|qu Quechua|ro Romanian|' +
  'rm Romansh|ru Russian|sr Serbian|sr-Latn Serbian (Latin)|sr-ME Serbian (Montenegro)|st Sesotho|sn Shona|' +
  'loz Silozi|sd Sindhi|si Sinhalese|sk Slovak|sl Slovenian|so Somali|es Spanish|' +
  'es-419 Spanish (Latin America)|sw Swahili|sv Swedish|tl Tagalog|tg Tajik|ta Tamil|te Telugu|th Thai|' +
  'ti Tigrinya|to Tonga (Tonga Islands)|lua Tshiluba|tn Tswana|tum Tumbuka|tr Turkish|tk Turkmen|' +
  'uk Ukrainian|ur Urdu|uz Uzbek|vi Vietnamese|cy Welsh|wo Wolof|xh Xhosa|yo Yoruba|zu Zulu';

/** Postal code and name of each state of the United States. */
export const stateTable =
  'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|' +
  'DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|' +
  'KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|' +
  'MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|' +
  'NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|' +
  'RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|' +
  'WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming';

const mostNames = 3;

/**
 * The rows whose names a mistyped text most likely means, best first, at most
 * three: names that start with it, then names a few letters away.
 */
export function nearestNames<Row extends { readonly name: string }>(
  folded: string,
  rows: readonly Row[],
  fold: (name: string) => string,
): readonly Row[] {
  const typed = folded.slice(0, 60);
  if (typed === '') return [];
  const allowed = Math.max(1, Math.floor(typed.length / 3));
  return rows
    .map((row) => ({ row, distance: distanceTo(typed, fold(row.name)) }))
    .filter(({ distance }) => distance <= allowed)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, mostNames)
    .map(({ row }) => row);
}

function distanceTo(typed: string, name: string): number {
  if (typed.length >= 3 && name.startsWith(typed)) return 0;
  return editDistance(typed, name);
}

/** Levenshtein distance: letters to insert, delete or replace. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1);
      const inserted = (current[column] ?? 0) + 1;
      const deleted = (previous[column + 1] ?? 0) + 1;
      current.push(Math.min(replaced, inserted, deleted));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
