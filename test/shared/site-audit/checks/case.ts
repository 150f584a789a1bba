import type { PageSpec, SiteSpec } from './made-site.ts';

/** A site at which a check must fire, and one that comes near and at which it must not. */
export interface CheckCase {
  readonly fails: SiteSpec;
  readonly passes: SiteSpec;
}
export type CheckCases = Readonly<Record<string, CheckCase>>;

/** A site of one page. */
export const home = (page: PageSpec): SiteSpec => ({ pages: [page] });
/** A perfect home page and the page in question, or several. */
export const inner = (...pages: readonly PageSpec[]): SiteSpec => ({
  pages: [
    {},
    ...pages.map((page, index) => ({ at: `/page-${['a', 'b', 'c', 'd', 'e', 'f'][index]}`, ...page })),
  ],
});
export const perfect: SiteSpec = {};
export const hop = (from: string, to: string, status = 301) => ({
  url: new URL(from, 'https://shop.com').href,
  status,
  location: new URL(to, 'https://shop.com').href,
});
