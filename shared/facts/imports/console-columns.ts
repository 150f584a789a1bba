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
    'najczęstsze zapytania',
    'najpopularniejsze zapytania',
    '上位のクエリ',
    'クエリ',
  ],
  page: [
    'page',
    'top pages',
    'pages',
    'häufigste seiten',
    'die häufigsten seiten',
    'seiten',
    'pages les plus populaires',
    'páginas principales',
    'pagine principali',
    'páginas principais',
    'páginas mais visitadas',
    "populairste pagina's",
    'najpopularniejsze strony',
    '上位のページ',
    'ページ',
  ],
  /** Countries, devices, days and kinds of results: tables that name no query. */
  other: [
    ...['country', 'land', 'pays', 'país', 'paese', 'kraj', '国'],
    ...['device', 'gerät', 'appareil', 'dispositivo', 'apparaat', 'urządzenie', 'デバイス'],
    ...['date', 'datum', 'fecha', 'data', '日付'],
    'search appearance',
  ],
  clicks: ['clicks', 'klicks', 'clics', 'clic', 'cliques', 'klikken', 'kliknięcia', 'クリック数'],
  impressions: [
    'impressions',
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
  ],
} as const;

/** Whether a table is one of Search Console's: by query, page, country, device or day, it counts clicks and views. */
export function isConsoleTable(columns: readonly string[]): boolean {
  const { clicks, impressions, position } = consoleColumns;
  return [clicks, impressions, position].every((names) => names.some((name) => columns.includes(name)));
}
