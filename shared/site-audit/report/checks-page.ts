/** Name of the served page that explains every check, below `/docs/`. */
export const checksPage = 'checks';

/** Where the served reference explains a check: a path on the service. */
export function explanationOf(issue: string): string {
  return `/docs/${checksPage}#${issue}`;
}
