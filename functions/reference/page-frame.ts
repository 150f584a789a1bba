/** One page of the reference, as Markdown. `name` is its file and its path below `/docs/`. */
export interface Page extends PageEntry {
  readonly markdown: string;
}

export interface PageEntry {
  readonly name: string;
  readonly title: string;
}

/** Name of the page that answers a search, below `/docs/`. */
export const searchPage = 'search';

export function pagePath(name: string): string {
  return name === 'index' ? '/docs' : `/docs/${name}`;
}

/** Scripts of this origin only, which are files of the dashboard; no outside host; the one form is the search of these pages. */
export const pageSecurityPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
