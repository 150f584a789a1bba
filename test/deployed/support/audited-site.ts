import { linksTo, robotsTxt, sitemap, soundPage } from '#test/support/audit/audited-sites.ts';
import { startTestSite } from '#test/support/audit/test-site.ts';

/** No reserved name: the crawler would not go to one. */
export const auditedHost = 'oven-and-crust.com';

/** A small site for the crawler, on loopback. */
export function startAuditedSite() {
  return startTestSite({
    [auditedHost]: {
      '/': soundPage('/', { nav: linksTo('/bread') }),
      '/bread': soundPage('/bread', { nav: linksTo('/') }),
      '/tea': soundPage('/tea', { head: '<meta name="robots" content="noindex">' }),
      '/robots.txt': robotsTxt(),
      '/sitemap.xml': sitemap('/', '/bread'),
    },
  });
}
