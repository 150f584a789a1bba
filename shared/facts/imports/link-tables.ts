import { countOf, numberOf, secondsOf, textOf, urlOf } from './cells.ts';
import type { CsvRow } from './csv-rows.ts';
import { BadRowError, type LinkRecord } from './import-record.ts';

/** Names of columns of links, by what they say: Search Console, Ahrefs, Semrush, Majestic, Moz, and plain. */
const columns = {
  from: [
    ...[
      'source_url',
      'source url',
      'sourceurl',
      'referring page url',
      'linking page',
      'referring url',
      'source page',
    ],
    ...['link source', 'verweisende seite', 'page associée', 'página de enlace', 'pagina con link'],
    ...[
      'página de vinculação',
      'linkende pagina',
      'strona z linkiem',
      'リンク元ページ',
      'url from',
      'url_from',
    ],
  ],
  to: ['target_url', 'target url', 'targeturl', 'links to', 'link url', 'target page', 'url to', 'url_to'],
  site: [
    ...[
      'site',
      'linking site',
      'referring domain',
      'website',
      'sitio',
      'sito',
      'witryna',
      'サイト',
      'domain',
    ],
  ],
  links: [
    ...['linking pages', 'links to target', 'backlinks', 'verweisende seiten', 'pages associées'],
    ...['páginas de enlace', 'pagine con link', 'páginas de vinculação', "linkende pagina's"],
    ...['strony z linkami', 'リンクしているページ', 'dofollow links'],
  ],
  targetPages: [
    ...['target pages', 'zielseiten', 'pages cibles', 'páginas de destino', 'pagine di destinazione'],
    ...["doelpagina's", 'strony docelowe', 'ターゲット ページ'],
  ],
  anchor: ['anchor', 'anchor text', 'anchortext', 'link anchor', 'anchor_text'],
  nofollow: ['nofollow', 'flag nofollow', 'flagnofollow', 'no follow'],
  dofollow: ['dofollow', 'follow', 'is_dofollow'],
  kind: ['link type', 'link_type', 'type', 'link state'],
  firstSeen: [
    ...['first_seen', 'first seen', 'first indexed date', 'firstindexeddate', 'first found', 'discovered'],
    ...['first discovered'],
  ],
  lastSeen: [
    ...['last_seen', 'last seen', 'last crawled', 'last check', 'last seen date', 'lastseendate'],
    ...['last discovered', 'zuletzt gecrawlt', 'dernière exploration', 'último rastreo', 'ultima scansione'],
    ...['último rastreamento', 'laatst gecrawld', 'ostatnio zindeksowano', '前回のクロール'],
  ],
  lost: ['lost', 'lost link', 'date lost', 'datelost', 'lost date', 'link status', 'flagdeleted'],
  lostReason: ['lost status', 'drop reason', 'reason lost', 'reasonlost', 'lost reason'],
  domainRating: [
    ...['domain trust flow', 'domaintrustflow', 'source trust flow', 'sourcetrustflow'],
    ...['domain rating', 'dr', 'source da', 'da', 'domain authority'],
  ],
} as const;

type Known = keyof typeof columns;
const hasAny = (found: readonly string[], name: Known) =>
  columns[name].some((column) => found.includes(column));

/** Tables of links to a site: of single links, or of the sites that link. */
export const linkTables = [
  {
    name: 'backlinks',
    gives: 'links',
    matches: (found: readonly string[]) =>
      (hasAny(found, 'from') || found.includes('url')) &&
      (hasAny(found, 'to') || (hasAny(found, 'from') && (hasAny(found, 'lastSeen') || found.length === 1))) &&
      !found.includes('keyword'),
    read: (row: CsvRow) => linkRecord(row, false),
  },
  {
    name: 'linking-sites',
    gives: 'links',
    matches: (found: readonly string[]) =>
      hasAny(found, 'site') &&
      hasAny(found, 'links') &&
      (hasAny(found, 'targetPages') || hasAny(found, 'firstSeen') || hasAny(found, 'domainRating')),
    read: (row: CsvRow) => linkRecord(row, true),
  },
] as const;

function linkRecord(row: CsvRow, isSite: boolean): LinkRecord {
  const cell = (name: Known) => row.cell(...columns[name]);
  // A link can be lost at the page, or dropped by the tool: each has its column of reasons.
  const reasons = columns.lostReason.map((name) => textOf(row.cell(name)));
  const rating = numberOf(cell('domainRating'));
  return {
    kind: 'link',
    line: row.line,
    // Moz names the linking page so, beside the target.
    from: urlOf(cell(isSite ? 'site' : 'from') ?? row.cell('url')),
    to: (cell('to') ?? '').trim() === '' ? null : urlOf(cell('to')),
    links: isSite ? Math.max(1, countOf(cell('links')) ?? 1) : 1,
    isSite,
    anchor: textOf(cell('anchor')),
    dofollow: dofollowOf(cell),
    firstSeen: dayOf(cell('firstSeen')),
    lastSeen: dayOf(cell('lastSeen')),
    lost: isLost(cell('lost')),
    lostAt: dayOf(cell('lost')),
    lostReason: reasons.find((reason) => reason !== null) ?? null,
    rank: rating === null || rating < 0 || rating > 100 ? null : { value: rating, scale: 100 },
  };
}

/** Followed unless a column says otherwise; unknown where no column says anything of it. */
function dofollowOf(cell: (name: Known) => string | undefined): boolean | null {
  const nofollow = flag(cell('nofollow'));
  if (nofollow !== null) return !nofollow;
  const dofollow = flag(cell('dofollow'));
  if (dofollow !== null) return dofollow;
  const kind = (cell('kind') ?? '').toLowerCase();
  if (/no-?follow/u.test(kind)) return false;
  return /\bfollow|dofollow/u.test(kind) ? true : null;
}

function flag(cell: string | undefined): boolean | null {
  const text = (cell ?? '').trim();
  if (/^(?:true|yes|1|nofollow|dofollow|x)$/iu.test(text)) return true;
  return /^(?:false|no|0|follow|-)$/iu.test(text) ? false : null;
}

/** A flag, or the day on which the link was lost. */
function isLost(cell: string | undefined): boolean {
  const text = (cell ?? '').trim().toLowerCase();
  if (text === '' || /^(?:false|no|0|-|n\/a|live|active)$/u.test(text)) return false;
  return /^(?:true|yes|1|lost|removed)$/u.test(text) || /\d{4}/u.test(text);
}

/** The day of a time; null where the cell says none or something that is no time. */
function dayOf(cell: string | undefined): string | null {
  try {
    const seconds = secondsOf(cell);
    return seconds === undefined ? null : new Date(seconds * 1000).toISOString().slice(0, 10);
  } catch (error) {
    if (error instanceof BadRowError) return null;
    throw error;
  }
}
