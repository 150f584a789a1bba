import * as v from 'valibot';
import { type Immutable, type LinkProfile, linkProfile } from '#shared/contract/rows.ts';
import type { AnchorRow, BacklinkRow, ReferringDomainRow } from '#shared/facts/ports/backlink-index.ts';
import { pack, unpack } from './keys.ts';

/** What is known about the links to one domain: the whole of it, replaced as a whole. */
export interface DomainLinks {
  readonly domain: string;
  /** Unix seconds. */
  readonly at: number;
  readonly source: string;
  readonly profile: LinkProfile;
  /** Most links first. */
  readonly anchors: readonly AnchorRow[];
  readonly referring: readonly ReferringSite[];
}

export interface ReferringSite extends ReferringDomainRow {
  /** Its links that are kept; `backlinks` says how many there are. */
  readonly links: readonly BacklinkRow[];
}

export const keptLinks = 10;
export const keptAnchors = 500;

const nullableNumber = v.nullable(v.number());
const nullableText = v.nullable(v.string());

const packedProfile = v.object({
  at: v.number(),
  source: v.string(),
  profile: linkProfile,
  rows: v.number(),
  /** Single links that are kept of all of them. */
  kept: v.number(),
});
export type StoredProfile = v.InferOutput<typeof packedProfile>;

export function packProfile({ at, source, profile, referring }: DomainLinks): Uint8Array {
  const kept = referring.reduce((sum, { links }) => sum + Math.min(links.length, keptLinks), 0);
  return pack({ at, source, profile, rows: referring.length, kept } satisfies Immutable<StoredProfile>);
}

export function unpackProfile(bytes: Uint8Array): StoredProfile {
  return v.parse(packedProfile, unpack(bytes));
}

const packedAnchors = v.array(v.tuple([v.string(), nullableNumber, nullableNumber]));

export function packAnchors(anchors: readonly AnchorRow[]): Uint8Array {
  return pack(anchors.slice(0, keptAnchors).map((row) => [row.anchor, row.backlinks, row.referring_domains]));
}

export function unpackAnchors(bytes: Uint8Array): AnchorRow[] {
  return v
    .parse(packedAnchors, unpack(bytes))
    .map(([anchor, backlinks, referring_domains]) => ({ anchor, backlinks, referring_domains }));
}

/** The last two are absent in rows of sites that link. */
const packedSite = v.tuple([
  v.string(),
  nullableNumber,
  nullableNumber,
  nullableNumber,
  nullableText,
  v.boolean(),
  v.array(
    v.tuple([v.string(), v.string(), nullableText, v.nullable(v.boolean()), nullableText, nullableText]),
  ),
  v.optional(nullableText),
  v.optional(nullableText),
]);

export function packSite(site: ReferringSite): Uint8Array {
  const links = site.links
    .slice(0, keptLinks)
    .map((link) => [link.url_from, link.url_to, link.anchor, link.dofollow, link.first_seen, link.last_seen]);
  return pack([
    site.domain,
    site.domain_rank,
    site.backlinks,
    site.spam_score,
    site.first_seen,
    site.lost,
    links,
    ...(site.lost_at === undefined ? [] : [site.lost_at, site.lost_reason ?? null]),
  ]);
}

export function unpackSite(bytes: Uint8Array): ReferringSite {
  const [domain, domain_rank, backlinks, spam_score, first_seen, lost, links, lost_at, lost_reason] = v.parse(
    packedSite,
    unpack(bytes),
  );
  return {
    domain,
    domain_rank,
    backlinks,
    spam_score,
    first_seen,
    lost,
    ...(lost_at !== undefined && { lost_at, lost_reason: lost_reason ?? null }),
    links: links.map(([url_from, url_to, anchor, dofollow, first, last]) => ({
      url_from,
      url_to,
      anchor,
      dofollow,
      first_seen: first,
      last_seen: last,
    })),
  };
}
