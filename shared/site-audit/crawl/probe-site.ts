import { hash } from 'node:crypto';
import type { SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';
import type { References } from '../checks/references.ts';
import { isOnSite, pageKey, resolveReference } from '../site-scope.ts';
import { isOfNetwork, looksLikeFile } from './candidate.ts';
import type { Crawl } from './crawl-site.ts';
import type { PageRecord } from './page-record.ts';
import { type Ask, askTarget, askWith, isTelling, type Probe } from './probe.ts';
import type { RobotsState } from './robots-state.ts';

/** Addresses asked after the crawl: targets of links, canonicals and alternates, files, and the site's own switches. */
export interface Probes {
  /** By page key. */
  readonly targets: ReadonlyMap<string, Probe>;
  /** Two addresses that no site has. */
  readonly missing: readonly Probe[];
  /** The home page over plain HTTP; undefined where the site itself is read over HTTP. */
  readonly plainHttp: Probe | undefined;
  /** The home page with `www.` added or taken away. */
  readonly otherHost: Probe | undefined;
  readonly favicon: Probe | undefined;
  /** Pages of other sites that audited pages link to, by address without fragment. */
  readonly external: ReadonlyMap<string, Probe>;
  /** Link targets that were left out for lack of budget. */
  readonly leftOut: number;
}

/** Link targets asked at most. */
const mostTargets = 50;
/** Images, styles and scripts asked at most. */
const mostFiles = 25;
/** Pages of other sites asked at most, each host once. */
const mostExternal = 20;
/** Asked at once; the fetcher holds two per host. */
const batchSize = 8;

interface ProbeOptions {
  readonly fetcher: SiteFetcher;
  readonly signal: AbortSignal;
}

export async function probeSite(
  crawl: Crawl,
  references: References,
  options: ProbeOptions,
): Promise<Probes> {
  const { spacingMs } = crawl.robots;
  const ask = askWith(options.fetcher, { spacingMs, signal: options.signal });
  const site = await probeSwitches(crawl, ask);
  const waiting = targetsOf(crawl, references);
  const targets = new Map(crawl.canonicalTargets);
  const askedOf = async (
    urls: readonly string[],
    into: Map<string, Probe>,
    keyOf: (url: string) => string,
  ) => {
    for (let start = 0; start < urls.length && !options.signal.aborted; start += batchSize) {
      const batch = urls.slice(start, start + batchSize);
      const probes = await Promise.all(batch.map((url) => askTarget(url, ask)));
      for (const probe of probes) if (isTelling(probe)) into.set(keyOf(probe.url), probe);
    }
  };
  const chosen = crawl.robots.isSlow
    ? []
    : [...waiting.slice(0, mostTargets), ...filesToAsk(references, crawl.robots).slice(0, mostFiles)];
  await askedOf(chosen, targets, pageKey);
  const external = new Map<string, Probe>();
  await askedOf(crawl.robots.isSlow ? [] : oneOfEachHost(externalToAsk(references)), external, (url) => url);
  return { ...site, targets, external, leftOut: waiting.filter((url) => !targets.has(pageKey(url))).length };
}

/** Left out where the site asks for long pauses: the few requests that it allows are for pages. */
export async function probeSwitches(
  crawl: Pick<Crawl, 'scope' | 'home' | 'robots'>,
  ask: Ask,
): Promise<Omit<Probes, 'targets' | 'external' | 'leftOut'>> {
  const { origin } = crawl.scope;
  const home = new URL(crawl.home.url);
  const stray = hash('sha256', origin).slice(0, 12);
  const hasIcon = crawl.home.document?.links.some(({ rels }) => rels.includes('icon')) === true;
  const { isSlow } = crawl.robots;
  const missingUrls = [`${origin}/oriel-${stray}`, `${origin}/oriel-${stray}/nothing-here.html`].filter(
    (url) => !isSlow && crawl.robots.allows(url),
  );
  const [plainHttp, otherHost, favicon, ...missing] = await Promise.all([
    home.protocol === 'https:' && !isSlow ? ask(`http://${home.host}/`) : undefined,
    ask(`${home.protocol}//${otherHostOf(home.host)}/`),
    hasIcon || isSlow ? undefined : ask(`${origin}/favicon.ico`, { method: 'HEAD', maxRedirects: 3 }),
    ...missingUrls.map((url) => ask(url)),
  ]);
  const told = (probe: Probe | undefined) => (probe !== undefined && isTelling(probe) ? probe : undefined);
  return {
    plainHttp: told(plainHttp),
    otherHost: told(otherHost),
    favicon: told(favicon),
    missing: missing.flatMap((probe) => told(probe) ?? []),
  };
}

function otherHostOf(host: string): string {
  return host.startsWith('www.') ? host.slice(4) : `www.${host}`;
}

/**
 * Addresses on the site that pages point to and that were not read:
 * canonicals first, then other languages, then the most linked.
 */
function targetsOf(crawl: Crawl, references: References): readonly string[] {
  const read = new Set(
    [...crawl.records, ...crawl.failures].flatMap((page) => [page.key, pageKey(page.requestedUrl)]),
  ).union(crawl.canonicalTargets);
  const pointers = new Map<string, { url: string; count: number }>();
  const point = (key: string, url: string, weight: number): void => {
    if (read.has(key)) return;
    pointers.set(key, { url, count: (pointers.get(key)?.count ?? 0) + weight });
  };
  for (const { one, pages } of references.internal.counted(({ key }) => key)) point(one.key, one.href, pages);
  for (const record of crawl.records.filter(
    ({ exclusion }) => exclusion === undefined || exclusion === 'canonicalised',
  ))
    for (const { url, weight } of namedBy(record)) point(pageKey(url), url.href, weight);
  return [...pointers.values()]
    .filter(({ url }) => isPageOf(crawl, new URL(url)))
    .toSorted((a, b) => b.count - a.count)
    .map(({ url }) => url);
}

const isPageOf = ({ scope, robots }: Crawl, url: URL): boolean =>
  isOnSite(scope, url) &&
  !looksLikeFile(url.pathname) &&
  !isOfNetwork(url.pathname) &&
  robots.allows(url.href);

/** Files of audited pages that may be asked for, those of most pages first; images and others in turn. */
export function filesToAsk(references: References, robots: Pick<RobotsState, 'allows'>): readonly string[] {
  const files = Map.groupBy(
    references.files.counted(({ key }) => key),
    ({ one }) => one.tag === 'img',
  );
  const [code = [], pictures = []] = [files.get(false), files.get(true)];
  return Array.from({ length: Math.max(pictures.length, code.length) }, (_, place) => [
    code[place],
    pictures[place],
  ])
    .flat()
    .flatMap((file) => (file !== undefined && robots.allows(file.one.href) ? [file.one.href] : []));
}

/** Pages of other sites that audited pages link to, the most linked first. */
export function externalToAsk({ external }: References): readonly string[] {
  return external
    .counted(({ target, isFollowed }) => (isFollowed ? target : undefined))
    .map(({ one }) => one.target);
}

/** Nobody is asked twice on our account. */
function oneOfEachHost(best: readonly string[]): readonly string[] {
  const hosts = new Map(best.toReversed().map((target) => [new URL(target).host, target]));
  return [...hosts.values()].toReversed().slice(0, mostExternal);
}

/** Addresses that a page names as itself or as another version of itself. */
function namedBy({ document, indexability, url }: PageRecord): readonly { url: URL; weight: number }[] {
  const base = URL.parse(document?.baseHref ?? '', url)?.href ?? url;
  const alternates = (document?.links ?? [])
    .filter(
      ({ rels, hreflang, inHead }) =>
        inHead && (rels.includes('amphtml') || (hreflang !== undefined && rels.includes('alternate'))),
    )
    .flatMap(({ href }) => resolveReference(href, base) ?? [])
    .map((target) => ({ url: target, weight: 100 }));
  const { canonical } = indexability;
  return [...alternates, ...(canonical === undefined ? [] : [{ url: canonical, weight: 1000 }])];
}
