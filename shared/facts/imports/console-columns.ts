import { basename } from 'node:path';
import { normalizeDomain } from '#shared/contract/fields.ts';

/**
 * Column names of Search Console's exports, in lower case. They are in the
 * language of its user: here are those of English, German, French, Spanish,
 * Italian, Portuguese, Dutch, Polish and Japanese, as exports and programs that
 * read them have them. Of another language, `--column` names them.
 */
export const consoleColumns = {
  query: [
    'top queries',
    'query',
    'queries',
    'häufigste suchanfragen',
    'suchanfragen',
    'requêtes les plus fréquentes',
    'consultas principales',
    'consultas',
    'consulta',
    'query più frequenti',
    'query principali',
    'principais consultas',
    'populairste zoekopdrachten',
    'meest uitgevoerde zoekopdrachten',
    'zoekopdrachten',
    'najczęstsze zapytania',
    'najpopularniejsze zapytania',
    '上位のクエリ',
    'クエリ',
  ],
  page: [
    'page',
    'top pages',
    'pages',
    'url',
    'landing page',
    'häufigste seiten',
    'die häufigsten seiten',
    'seiten',
    'pages les plus populaires',
    'páginas principales',
    'pagine principali',
    'páginas principais',
    'páginas mais visitadas',
    "populairste pagina's",
    "toppagina's",
    "pagina's",
    'najpopularniejsze strony',
    '上位のページ',
    'ページ',
  ],
  country: ['country', 'countries', 'land', 'pays', 'país', 'paese', 'kraj', '国'],
  device: ['device', 'devices', 'gerät', 'appareil', 'dispositivo', 'apparaat', 'urządzenie', 'デバイス'],
  date: ['date', 'day', 'week', 'month', 'date range', 'data_date', 'datum', 'fecha', 'data', '日付'],
  appearance: [
    ...[
      'search appearance',
      'discover appearance',
      'search_appearance',
      'searchappearance',
      'darstellung in der suche',
    ],
    ...['apparence dans les résultats de recherche', 'aspecto en búsqueda', 'aspecto en la búsqueda'],
    ...['aspetto nella ricerca', 'aspecto da pesquisa', 'weergave in zoekresultaten'],
    ...['wygląd w wyszukiwarce', '検索での見え方'],
  ],
  clicks: [
    'clicks',
    'klicks',
    'clics',
    'clic',
    'cliques',
    'klikken',
    'aantal klikken',
    'kliknięcia',
    'クリック数',
  ],
  ctr: ['ctr', 'klickrate', 'klickfrequenz', 'taux de clics', 'click-through rate', 'klikfrequentie'],
  impressions: [
    'impressions',
    'aantal vertoningen',
    'impressionen',
    'impresiones',
    'impressioni',
    'impressões',
    'vertoningen',
    'wyświetlenia',
    '表示回数',
  ],
  position: [
    'position',
    'durchschnittliche position',
    'position moyenne',
    'posición',
    'posición media',
    'posizione',
    'posição',
    'positie',
    'pozycja',
    '掲載順位',
    '平均掲載順位',
    'avg position',
    'avg. position',
    'average position',
    'avg_position',
  ],
  /** Of the bulk export: sums of places counted from 0, by page and by property. */
  positionSum: ['sum_position', 'sum_top_position'],
  /** Of an export that compares two periods: the counts of the earlier one, under names that `detectFormat` gives them. */
  clicksBefore: ['clicks before'],
  impressionsBefore: ['impressions before'],
  positionBefore: ['position before'],
  site: ['site_url', 'property', 'siteurl', 'site url'],
  searchType: ['search_type', 'search type', 'searchtype', 'type'],
  anonymized: ['is_anonymized_query'],
} as const;

/** Names of the filters in an export's table of filters, beside those of the dimensions. */
export const filterNames = {
  searchType: [
    ...['search type', 'suchtyp', 'type de recherche', 'tipo de búsqueda', 'tipo di ricerca'],
    ...['tipo de pesquisa', 'zoektype', 'typ wyszukiwania', '検索タイプ'],
  ],
} as const;

/** Kinds of search by how their names begin in exports, those with longer names first. */
const searchTypeNames = {
  googleNews: 'google news|googlenews|google_news|google-news',
  discover: 'discover',
  image:
    'image|bild|imagen|imagem|immagin|afbeelding|obraz|obráz|grafika|görsel|kuva|画像|이미지|图片|圖片|изображ|картин|εικόν',
  video: 'video|vidéo|vídeo|wideo|動画|동영상|비디오|视频|影片|видео|відео|βίντεο',
  news: 'news|actualité|noticia|notícia|notizi|nieuws|wiadomo|haber|nyhet|nyhed|ニュース|뉴스|新闻|新聞|новост|новин',
  web: 'web|sieć|ウェブ|веб|웹|网页|網頁|網路|เว็บ|الويب|ويب|אינטרנט|verkko|ιστός',
} as const;

/** The kind of search that an export names in its language; one that is not known is taken as it is. */
export function searchTypeOf(text: string): string {
  const name = text.trim().toLowerCase();
  const isKind = ([, starts]: readonly [string, string]) =>
    starts.split('|').some((start) => name.startsWith(start));
  return Object.entries(searchTypeNames).find(isKind)?.[0] ?? name;
}

/** Whether a table is one of Search Console's: by query, page, country, device or day, it counts clicks and views. */
export function isConsoleTable(columns: readonly string[]): boolean {
  const { clicks, impressions, position, positionSum, ctr } = consoleColumns;
  const hasAny = (names: readonly string[]) => names.some((name) => columns.includes(name));
  // Figures of Discover and News have no position.
  return hasAny(clicks) && hasAny(impressions) && (hasAny(position) || hasAny(positionSum) || hasAny(ctr));
}

/**
 * The site after which an archive of Search Console is named
 * (`https___shop.example_-Performance-on-Search-….zip`); undefined where the
 * name is another.
 */
export function siteOfArchive(name: string): string | undefined {
  const site =
    /^(?:https?___)?(.+?)_?-(?:Performance-on-(?:Search|Discover|Google-News)|Top|Latest|More)/iu.exec(
      basename(name),
    )?.[1];
  return site === undefined ? undefined : domainOf(site.replace(/^sc-domain_/iu, ''));
}

/** The kind of search after which an archive is named, where that is not web search or one of its kinds. */
export function searchTypeOfArchive(name: string): string | undefined {
  const [, report] = /-Performance-on-(Discover|Google-News)/iu.exec(basename(name)) ?? [];
  return report && searchTypeOf(report);
}

/** The property after which an archive is named; undefined where the name is another. */
export function propertyOfArchive(name: string): string | undefined {
  const site = siteOfArchive(name);
  if (site === undefined) return undefined;
  const [, scheme] = /^(https?)___/iu.exec(basename(name)) ?? [];
  if (scheme === undefined) return `sc-domain:${site}`;
  const host = /^https?___(.+?)_?-/iu.exec(basename(name))?.[1] ?? site;
  return `${scheme.toLowerCase()}://${host.toLowerCase()}/`;
}

export function domainOf(text: string): string | undefined {
  const normalized = normalizeDomain(text);
  return normalized.ok ? normalized.domain : undefined;
}
