const lines = (...rows: readonly string[]) => `${rows.join('\r\n')}\r\n`;
const utf16le = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
const utf16be = (text: string) => utf16le(text).swap16();

/** The tables of a Search Console export of one site, as the archive and the folder hold them. */
export function consoleTables(site: string, query: string): Record<string, string> {
  return {
    'Queries.csv': lines(
      'Top queries,Clicks,Impressions,CTR,Position',
      `${query},1204,"34,000",3.54%,4.4`,
      `"${query}, second hand",3,90,3.33%,61.5`,
      'seen on no page of results,0,9,0%,140.2',
    ),
    'Pages.csv': lines('Top pages,Clicks,Impressions,CTR,Position', `https://${site}/,1204,34000,3.54%,4.4`),
    'Countries.csv': lines('Country,Clicks,Impressions,CTR,Position', 'United States,1204,34000,3.54%,4.4'),
    'Devices.csv': lines('Device,Clicks,Impressions,CTR,Position', 'Desktop,1204,34000,3.54%,4.4'),
    'Dates.csv': lines('Date,Clicks,Impressions,CTR,Position', '2026-11-19,1204,34000,3.54%,4.4'),
    'Chart.csv': lines('Date,Clicks,Impressions,CTR,Position', '2026-11-19,1204,34000,3.54%,4.4'),
    'Filters.csv': lines('Filter,Value', 'Search type,Web'),
  };
}

/** A file of every format, as its tool writes it, with what is to be found in the index afterwards. */
export interface ExportedFile {
  readonly name: string;
  readonly content: string | Buffer;
  readonly format: string;
  readonly rows: number;
  readonly keyword: string;
  /** Members of the keyword's own answer. */
  readonly known: Readonly<Record<string, unknown>>;
}

const serperOrganic = [
  { title: 'One', link: 'https://www.one.example/x', snippet: 'Text', position: 1 },
  { title: 'Two', link: 'https://two.example/', position: 2 },
];
const dataForSeo = {
  tasks: [
    {
      status_code: 20_000,
      path: ['v3', 'dataforseo_labs', 'google', 'keyword_overview', 'live'],
      result: [
        {
          location_code: 2840,
          language_code: 'en',
          items: [
            {
              keyword: 'import dataforseo',
              keyword_info: { search_volume: 720, cpc: 1.45, competition_level: 'LOW' },
            },
          ],
        },
      ],
    },
  ],
};

export const exportedFiles: readonly ExportedFile[] = [
  {
    name: 'ahrefs-organic.csv',
    content: utf16le(
      lines(
        '"Keyword"\t"Country"\t"SERP features"\t"Volume"\t"KD"\t"CPC"\t"Organic traffic"\t"Current position"\t"Current URL"\t"Updated"',
        '"import ahrefs, organic"\t"US"\t"Sitelinks, Ads"\t"1,300"\t"12"\t"0.85"\t"55"\t"4"\t"https://ahrefs-site.example/green"\t"2026-11-01 08:00:00"',
      ),
    ),
    format: 'ahrefs-organic-keywords',
    rows: 1,
    keyword: 'import ahrefs, organic',
    known: { monthly_volume: 1300, difficulty: 12, cpc_usd: 0.85 },
  },
  {
    name: 'ahrefs-explorer.csv',
    content: lines(
      '#,Keyword,Country,Difficulty,Volume,CPC,Parent Keyword,Last Update',
      '1,import ahrefs explorer,us,5,0-10,,import,2026-11-01',
    ),
    format: 'ahrefs-keywords-explorer',
    rows: 1,
    keyword: 'import ahrefs explorer',
    known: { monthly_volume: 5, difficulty: 5, cpc_usd: null },
  },
  {
    name: 'semrush-positions.csv',
    content: lines(
      'Keyword;Position;Previous position;Search Volume;Keyword Difficulty;CPC;URL;Traffic;Competition;Trends;Timestamp;Keyword Intents;Position Type',
      'import semrush;4;6;1.300;12,5;0,85;https://semrush-site.example/a;55;0,9;;2026-11-01;commercial;Organic',
      'import semrush;1;1;1.300;12,5;0,85;https://semrush-site.example/ad;55;0,9;;2026-11-01;commercial;Ads',
    ),
    format: 'semrush-organic-positions',
    // One of them is an ad.
    rows: 2,
    keyword: 'import semrush',
    known: { monthly_volume: 1300, difficulty: 12.5, competition_level: 'high', intent: 'commercial' },
  },
  {
    name: 'semrush-keywords.csv',
    content: lines(
      'Keyword,Intent,Volume,Trend,Keyword Difficulty,CPC (USD),Competitive Density',
      'import semrush list,"Informational, Commercial",2400,"",n/a,0.5,0.2',
    ),
    format: 'semrush-keywords',
    rows: 1,
    keyword: 'import semrush list',
    known: { monthly_volume: 2400, difficulty: null, intent: 'informational' },
  },
  {
    name: 'planner.csv',
    content: utf16le(
      lines(
        'Keyword Stats 2026-11-20 at 10_00_00',
        '"November 1, 2025 - October 31, 2026"',
        'Keyword\tCurrency\tAvg. monthly searches\tCompetition\tTop of page bid (low range)\tTop of page bid (high range)\tSearches: Sep 2026\tSearches: Oct 2026',
        'import planner\tUSD\t1K – 10K\tMedium\t0.50\t1.50\t4400\t6600',
      ),
    ),
    format: 'google-keyword-planner',
    rows: 1,
    keyword: 'import planner',
    known: { monthly_volume: 3162, cpc_usd: 1, competition_level: 'medium' },
  },
  {
    name: 'dataforseo.json',
    content: JSON.stringify(dataForSeo),
    format: 'dataforseo',
    rows: 1,
    keyword: 'import dataforseo',
    known: { monthly_volume: 720, cpc_usd: 1.45, competition_level: 'low' },
  },
  {
    name: 'serper.json',
    content: JSON.stringify(
      { searchParameters: { q: 'import serper', gl: 'us', hl: 'en', num: 10 }, organic: serperOrganic },
      null,
      2,
    ),
    format: 'serper',
    rows: 1,
    keyword: 'import serper',
    known: { monthly_volume: null, serp_features: ['organic'] },
  },
  {
    name: 'serpapi.json',
    content: JSON.stringify({
      search_metadata: { processed_at: '2026-11-01 10:00:00 UTC' },
      search_parameters: { q: 'import serpapi', gl: 'us', hl: 'en' },
      organic_results: serperOrganic,
    }),
    format: 'serpapi',
    rows: 1,
    keyword: 'import serpapi',
    known: { monthly_volume: null, serp_features: ['organic'] },
  },
  {
    name: 'plain.csv',
    content: utf16be(
      lines(
        'keyword,position,url,title,volume,cpc,observed_at',
        'import plain,1,https://plain-site.example/a,"A title, with a comma",1300,1.2,2026-11-10',
      ),
    ),
    format: 'plain-csv',
    rows: 1,
    keyword: 'import plain',
    known: { monthly_volume: 1300, cpc_usd: 1.2 },
  },
  {
    name: 'plain.jsonl',
    content: `\uFEFF${JSON.stringify({ keyword: 'import lines', position: 2, url: 'https://plain-site.example/b', volume: '2 400' })}\n`,
    format: 'plain-jsonl',
    rows: 1,
    keyword: 'import lines',
    known: { monthly_volume: 2400 },
  },
];
