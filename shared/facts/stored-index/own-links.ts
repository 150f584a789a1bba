import * as v from 'valibot';
import type { BacklinkIndex } from '#shared/facts/ports/backlink-index.ts';
import { linkPartition, ownPartition, ownPartPartition } from './items/keys.ts';
import type { LinkPartition, StoredLinks } from './questions/link-questions.ts';
import { type IndexReader, readAll } from './table/index-reads.ts';

const headPrefix = 'l#';
export const headSort = (domain: string, importId: string) => `${headPrefix}${domain}#${importId}`;
export const linksPartition = (accountId: string, importId: string, domain: string) =>
  ownPartPartition(accountId, `${importId}#${linkPartition(domain)}`);

const head = v.object({ domain: v.string(), import_id: v.string(), at: v.number() });
export type OwnLinksHead = v.InferOutput<typeof head>;

/** Which links an account has brought: one head for each domain of an import. */
export async function readLinkHeads(table: IndexReader, accountId: string): Promise<OwnLinksHead[]> {
  const items = await readAll(table, ownPartition(accountId), { prefix: headPrefix });
  return items.map(({ d }) => v.parse(head, d));
}

/**
 * Backlink questions of one account: a domain whose links it has brought is
 * answered from the newest of these, every other one from the shared graph.
 */
export interface OwnBacklinks extends StoredLinks {
  has(domain: string): Promise<boolean>;
}

export function createOwnBacklinks(table: IndexReader, accountId: string): OwnBacklinks {
  let reading: Promise<ReadonlyMap<string, OwnLinksHead>> | undefined;
  // A call asks several questions; they share one read of what the account has.
  const heads = () => {
    reading ??= readLinkHeads(table, accountId).then(newestByDomain);
    return reading;
  };
  const partitionOf = async (domain: string) => {
    const own = (await heads()).get(domain);
    return own ? linksPartition(accountId, own.import_id, domain) : linkPartition(domain);
  };
  const hasAny = async (domains: readonly string[]) => {
    const known = await heads();
    return domains.some((domain) => known.has(domain));
  };
  const shared = linksOn(table);
  const own = linksOn(table, partitionOf);
  // The shared graph is read beside the list of what the account has, not after it: few have links of their own.
  const read = async <Value>(domains: readonly string[], ask: (index: BacklinkIndex) => Promise<Value>) => {
    const [isOwn, fromShared] = await Promise.all([hasAny(domains), ask(shared)]);
    return isOwn ? ask(own) : fromShared;
  };
  return {
    profile: (domain) => read([domain], (index) => index.profile(domain)),
    referringDomains: (domain, limit) => read([domain], (index) => index.referringDomains(domain, limit)),
    anchors: (domain, limit) => read([domain], (index) => index.anchors(domain, limit)),
    backlinks: (domain, limit) => read([domain], (index) => index.backlinks(domain, limit)),
    gap: (question) => read([question.domain, ...question.competitors], (index) => index.gap(question)),
    // The partition itself tells whose links these are.
    sites: (...question) => own.sites(...question),
    has: (domain) => hasAny([domain]),
  };
}

function newestByDomain(heads: readonly OwnLinksHead[]): ReadonlyMap<string, OwnLinksHead> {
  return new Map(heads.toSorted((a, b) => a.at - b.at).map((row) => [row.domain, row]));
}

/** Questions about links between sites. Few calls ask them: their code is read with the first. */
export function linksOn(table: IndexReader, partitionOf?: LinkPartition): StoredLinks {
  let reading: Promise<StoredLinks> | undefined;
  const opened = () => {
    reading ??= import('./questions/link-questions.ts').then((read) =>
      read.createLinkQuestions(table, partitionOf),
    );
    return reading;
  };
  return {
    profile: async (...question) => (await opened()).profile(...question),
    referringDomains: async (...question) => (await opened()).referringDomains(...question),
    anchors: async (...question) => (await opened()).anchors(...question),
    backlinks: async (...question) => (await opened()).backlinks(...question),
    gap: async (...question) => (await opened()).gap(...question),
    async *sites(...question) {
      yield* (await opened()).sites(...question);
    },
  };
}
