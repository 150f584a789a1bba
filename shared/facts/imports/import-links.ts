import type { AnchorRow, BacklinkRow } from '#shared/facts/ports/backlink-index.ts';
import { withoutWww } from '#shared/facts/ports/search-index.ts';
import {
  type DomainLinks,
  keptAnchors,
  keptLinks,
  type ReferringSite,
} from '#shared/facts/stored-index/items/link-items.ts';
import { hostOf } from '#shared/facts/stored-index/items/page-key.ts';
import { siteOf } from '#shared/facts/stored-index/items/site.ts';
import {
  countsAsUnused,
  createRowCounter,
  type LinkRecord,
  otherKind,
  type RowCounter,
  type RowCounts,
} from './import-record.ts';
import type { ImportServices } from './import-services.ts';
import { type ImportSource, seenAtOf } from './import-source.ts';
import { createReadingProgress, type OpenedText } from './read-records.ts';

interface LinksFile {
  readonly source: ImportSource;
  readonly text: OpenedText;
  /** The site that a file without targets is about. */
  readonly domain: string | undefined;
  bytesRead(): number;
}

/** Links to one domain as they are added up: what is lost does not count, and its sites are kept as lost ones. */
interface Gathered {
  readonly sites: Map<string, GatheredSite>;
  /** Linking hosts; a site may have several. */
  readonly hosts: Set<string>;
  readonly anchors: Map<string, { backlinks: number; readonly sites: Set<string> }>;
  links: number;
  followed: number;
  /** Links of which it is known whether they are followed. */
  told: number;
  lost: number;
  readonly months: Map<string, { gained: number; lost: number }>;
  newest: string;
}

interface GatheredSite {
  /** Links that live, and those that are lost. */
  links: number;
  lost: number;
  rank: number | null;
  firstSeen: string | null;
  /** Of its lost links the last one. */
  lostAt: string | null;
  lostReason: string | null;
  readonly kept: BacklinkRow[];
}

const mostSites = 200_000;
/** Ratings of the tools are 0-100; the graph's ranks are 0-1000. */
const rankScale = 1_000;

/** Reads a file of links into the whole of what it says about each domain that is linked to. */
export async function readLinksFile(
  { source, text, domain, bytesRead }: LinksFile,
  at: { readonly importId: string },
  onProgress: ImportServices['onProgress'],
): Promise<{ readonly counts: RowCounts; readonly links: readonly DomainLinks[]; readonly lost: number }> {
  const counter = createRowCounter();
  const targets = new Map<string, Gathered>();
  const progress = createReadingProgress({ source, bytesRead }, onProgress);
  for await (const record of text.records({ domain })) {
    progress.row();
    if (countsAsUnused(counter, record)) continue;
    if (record.kind === 'link') gather(record, domain, targets, counter);
    else counter.bad(record.line, otherKind);
  }
  const links = [...targets].map(([target, gathered]) => domainLinks(target, gathered, source, at.importId));
  const lost = [...targets.values()]
    .flatMap(({ sites }) => [...sites.values()])
    .reduce((sum, site) => sum + site.lost, 0);
  return { counts: counter.counts(), links, lost };
}

function gather(
  link: LinkRecord,
  domain: string | undefined,
  targets: Map<string, Gathered>,
  counter: RowCounter,
): void {
  const refusal = refusalOf(link, domain);
  if (refusal) {
    counter.bad(link.line, refusal);
    return;
  }
  const target = siteOf((link.to === null ? domain : hostOf(link.to)) ?? '').root;
  const site = siteOf(hostOf(link.from) ?? '').root;
  const known = targets.get(target) ?? emptyTarget();
  targets.set(target, known);
  const isFull = known.sites.size >= mostSites && !known.sites.has(site);
  if (site === target) counter.skip(link.line, 'Links of the site to itself');
  else if (isFull) counter.skip(link.line, 'Rows beyond the number of linking sites that one import holds');
  else {
    addLink(known, site, link);
    counter.take();
  }
}

function refusalOf(link: LinkRecord, domain: string | undefined): string | undefined {
  if ((link.to === null ? domain : hostOf(link.to)) === undefined)
    return 'The row does not say which site is linked to. Name it with --domain.';
  return hostOf(link.from) === undefined ? 'The linking page is not on a public site.' : undefined;
}

function emptyTarget(): Gathered {
  return {
    sites: new Map(),
    hosts: new Set(),
    anchors: new Map(),
    links: 0,
    followed: 0,
    told: 0,
    lost: 0,
    months: new Map(),
    newest: '',
  };
}

const emptySite = { links: 0, lost: 0, rank: null, firstSeen: null, lostAt: null, lostReason: null } as const;

function addToMonth({ months }: Gathered, day: string | null, kind: 'gained' | 'lost', links: number): void {
  if (day === null) return;
  const month = months.get(day.slice(0, 7)) ?? { gained: 0, lost: 0 };
  month[kind] += links;
  months.set(day.slice(0, 7), month);
}

function addLink(target: Gathered, site: string, link: LinkRecord): void {
  const known = target.sites.get(site) ?? { ...emptySite, kept: [] };
  target.sites.set(site, known);
  addToSite(known, link);
  target.newest = [target.newest, link.firstSeen ?? '', link.lastSeen ?? ''].sort().at(-1) ?? '';
  addToMonth(target, link.firstSeen, 'gained', link.links);
  if (link.lost) {
    target.lost += link.links;
    addToMonth(target, link.lostAt, 'lost', link.links);
    return;
  }
  target.hosts.add(withoutWww(hostOf(link.from) ?? site));
  target.links += link.links;
  if (link.dofollow !== null) target.told += 1;
  if (link.dofollow === true) target.followed += 1;
  if (link.anchor === null) return;
  const anchor = target.anchors.get(link.anchor) ?? { backlinks: 0, sites: new Set<string>() };
  anchor.backlinks += link.links;
  anchor.sites.add(site);
  target.anchors.set(link.anchor, anchor);
}

function addToSite(site: GatheredSite, link: LinkRecord): void {
  const { rank, firstSeen } = link;
  if (link.lost) addLost(site, link);
  else site.links += link.links;
  if (rank) site.rank = Math.max(site.rank ?? 0, Math.round((rank.value / rank.scale) * rankScale));
  if (firstSeen !== null && (site.firstSeen === null || firstSeen < site.firstSeen))
    site.firstSeen = firstSeen;
  if (link.isSite || link.lost || site.kept.length >= keptLinks) return;
  site.kept.push({
    url_from: link.from,
    url_to: link.to ?? '',
    anchor: link.anchor,
    dofollow: link.dofollow,
    first_seen: firstSeen,
    last_seen: link.lastSeen,
  });
}

function addLost(site: GatheredSite, { links, lostAt, lostReason }: LinkRecord): void {
  site.lost += links;
  if (lostAt === null || (site.lostAt !== null && lostAt <= site.lostAt)) return;
  site.lostAt = lostAt;
  site.lostReason = lostReason;
}

/** Months that a profile tells, the newest last. */
const shownMonths = 12;

/** What came and what went; nothing where the file has no lost links, of which silence says nothing. */
function movementOf({ lost, months, sites }: Gathered) {
  if (lost === 0) return {};
  return {
    lost_backlinks: lost,
    lost_main_domains: [...sites.values()].filter((site) => site.links === 0).length,
    months: [...months]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(-shownMonths)
      .map(([month, counts]) => ({ month, ...counts })),
  };
}

function domainLinks(
  domain: string,
  gathered: Gathered,
  source: ImportSource,
  importId: string,
): DomainLinks {
  const { sites, hosts, links, followed, told, newest } = gathered;
  const at = newest === '' ? seenAtOf(source) : Math.floor(Date.parse(newest) / 1000);
  return {
    domain,
    at,
    source: importId,
    profile: {
      backlinks: links,
      referring_domains: hosts.size,
      referring_main_domains: [...sites.values()].filter((site) => site.links > 0).length,
      dofollow_share: told === 0 ? null : Math.round((followed / told) * 10_000) / 10_000,
      broken_backlinks: null,
      domain_rank: null,
      rank_scale: rankScale,
      spam_score: null,
      ...movementOf(gathered),
    },
    anchors: anchorsOf(gathered),
    referring: [...sites].map(([name, site]) => referringSite(name, site, domain)),
  };
}

function anchorsOf({ anchors }: Gathered): AnchorRow[] {
  return [...anchors]
    .map(([anchor, { backlinks, sites }]) => ({ anchor, backlinks, referring_domains: sites.size }))
    .sort((a, b) => b.backlinks - a.backlinks || (a.anchor < b.anchor ? -1 : 1))
    .slice(0, keptAnchors);
}

function referringSite(domain: string, site: GatheredSite, target: string): ReferringSite {
  return {
    domain,
    domain_rank: site.rank,
    backlinks: site.links > 0 ? site.links : site.lost,
    spam_score: null,
    first_seen: site.firstSeen,
    lost: site.links === 0,
    ...(site.links === 0 && { lost_at: site.lostAt, lost_reason: site.lostReason }),
    links: site.kept.map((link) => ({
      ...link,
      url_to: link.url_to === '' ? `https://${target}/` : link.url_to,
    })),
  };
}
