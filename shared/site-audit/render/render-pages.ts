import type { Crawl } from '../crawl/crawl-site.ts';
import type { PageRecord } from '../crawl/page-record.ts';
import { readPage } from '../crawl/read-page.ts';

/** Why a browser did not show a page. */
type RenderFailure =
  /** Its scripts did not come to rest in time, or ended the page. */
  | 'timeout'
  /** It left for another address. */
  | 'moved'
  /** It asked for more memory than it gets, or the browser ended. */
  | 'crashed';

/** A page as a browser has it once its scripts have run. */
export type RenderedPage =
  | { readonly url: string; readonly ok: true; readonly html: string }
  | { readonly url: string; readonly ok: false; readonly reason: RenderFailure };

/** Opens pages in a browser that reaches public addresses alone. Never fails: where it cannot work, the list is shorter. */
export interface PageRenderer {
  render(urls: readonly string[], withinMs: number): Promise<readonly RenderedPage[]>;
}

/** Pages that one audit opens; each takes seconds. */
const mostRendered = 4;

/** The home page, and of each template that seems to need scripts the first page. */
export function pagesToRender({ home, records }: Crawl): readonly string[] {
  const audited = records.filter(({ exclusion, shellSign }) => exclusion === undefined && shellSign);
  const byTemplate = new Map(audited.toReversed().map((page) => [page.pattern, page]));
  const others = [...byTemplate.values()].toReversed().filter(({ key }) => key !== home.key);
  return [home.url, ...others.map(({ url }) => url)].slice(0, mostRendered);
}

/** Reads pages as their browser has them, by the rules by which their raw form was read; by page key. */
export function readRendered(
  { records, scope, now }: Crawl,
  rendered: readonly RenderedPage[],
): ReadonlyMap<string, PageRecord> {
  const raw = new Map(records.map((record) => [record.url, record]));
  return new Map(
    rendered.flatMap((page) => {
      const record = raw.get(page.url);
      if (!page.ok || record === undefined) return [];
      const headers = { ...record.response.headers, 'content-type': ['text/html; charset=utf-8'] };
      const response = { ...record.response, ok: true, headers, body: Buffer.from(page.html) } as const;
      return [[record.key, readPage({ ...record, response, scope, now })] as const];
    }),
  );
}
