/** Name of the page that answers a search, below `/docs/`. */
export const searchPage = 'search';

/** No script, no outside host; the one form is the search of these pages. */
export const pageSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
