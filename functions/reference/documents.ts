import { checksReference } from '#shared/site-audit/report/checks-reference.ts';
import exchanges from './exchanges.json' with { type: 'json' };
import { exchangesPage } from './exchanges-page.ts';
import guides from './guides.json' with { type: 'json' };
import { renderPage, renderSearch, renderUnknownPage } from './html.ts';
import { type Catalogs, openApiDocument } from './openapi.ts';
import type { Page } from './page-frame.ts';
import { checksPageEntry, llmsTxt, referencePages, repositoryOrigin } from './pages.ts';
import { createSearch } from './search-pages.ts';

/** Everything that is served to read, as text. */
export type Documents = ReturnType<typeof createDocuments>;

/** Made with the first document that is asked for: the health check needs none of it. */
export function createDocuments(catalogs: Catalogs, baseUrl: string) {
  /** Pages that were written down name the repository's origin. */
  const placed = (page: Page): Page => ({
    ...page,
    markdown: page.markdown.replaceAll(repositoryOrigin, baseUrl),
  });
  const pages = [
    ...referencePages(catalogs, baseUrl),
    { ...checksPageEntry, markdown: checksReference() },
    ...[exchangesPage(exchanges, catalogs), ...guides].map(placed),
  ];
  const byName = new Map(pages.map((page) => [page.name, page]));
  const lists = [
    { label: 'Reference', pages: pages.slice(0, -guides.length) },
    { label: 'Guides', pages: guides },
  ];
  const search = createSearch(pages);
  return {
    openApi: JSON.stringify(openApiDocument(catalogs, baseUrl)),
    llmsTxt: llmsTxt(catalogs, baseUrl),
    /** A page as HTML; undefined where there is none of that name. */
    page(name: string): string | undefined {
      const page = byName.get(name);
      return page && renderPage(page, lists);
    },
    /** What a person reads who followed a link to a page that is not there. */
    unknownPage: renderUnknownPage(lists),
    /** What is found, as HTML. */
    search: (query: string): string => renderSearch(query, search(query), lists),
  };
}
