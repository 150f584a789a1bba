import { ServiceError } from '#shared/platform/errors.ts';
import type { SiteAudit } from '#shared/site-audit/audit-site.ts';
import type { FetchRefusal } from '#shared/site-audit/fetch/site-fetcher.ts';

/** The error for a site whose home page gave no answer. Free, as every error. */
export function unreadableSite(domain: string, { reason, detail }: FetchRefusal): ServiceError {
  if (reason === 'unsafe_address' || reason === 'invalid_url')
    return new ServiceError(
      'unsafe_target',
      `${domain} cannot be audited: ${detail} Send the domain of a public site. Nothing was charged.`,
    );
  if (reason === 'timeout' || reason === 'aborted')
    return new ServiceError(
      'upstream_timeout',
      `${domain} did not answer in time: ${detail} Check that the site is up, then try again. Nothing was charged.`,
    );
  if (reason === 'failed_here')
    return new ServiceError(
      'internal_error',
      `${domain} could not be read for a reason on our side. Try again. Nothing was charged.`,
    );
  return new ServiceError(
    'upstream_error',
    `${domain} could not be read (${reason}): ${detail} Check the domain and that the site is up. Nothing was charged.`,
  );
}

/** The error for a site that answers, but gave not one page to audit. */
export function nothingAudited(domain: string, { crawl }: SiteAudit): ServiceError {
  const { home } = crawl;
  const why =
    home.exclusion === 'auth_gate'
      ? `its home page keeps the crawler out (status ${home.status}). Allow the user agent OrielBot, then try again.`
      : home.exclusion === 'non_html'
        ? 'its home page is not an HTML page. Send the domain of a web site.'
        : `its home page answers with status ${home.status}. Check that the site is up, then try again.`;
  return new ServiceError(
    'upstream_error',
    `No page of ${domain} could be audited: ${why} Nothing was charged.`,
  );
}
