import { canonicalResponseChecks, canonicalSiteChecks } from './canonical-checks.ts';
import { canonicalCrossChecks } from './canonical-target-checks.ts';
import type { Check, CrossCheck, DocumentCheck, ResponseCheck, SiteCheck } from './check.ts';
import { contentDocumentChecks } from './content-checks.ts';
import { deadCrossChecks } from './dead-addresses.ts';
import { duplicateCrossChecks, titleCrossChecks } from './duplicate-checks.ts';
import { headingCrossChecks, headingDocumentChecks } from './heading-checks.ts';
import { httpCrossChecks, httpDocumentChecks, httpSiteChecks } from './http-checks.ts';
import { fileCrossChecks, imageDocumentChecks } from './image-checks.ts';
import { indexabilityResponseChecks, indexabilitySiteChecks } from './indexability-checks.ts';
import { internationalCrossChecks, internationalDocumentChecks } from './international-checks.ts';
import { linkDocumentChecks } from './link-checks.ts';
import { linkCrossChecks } from './link-target-checks.ts';
import { markupDocumentChecks, markupSiteChecks } from './markup-checks.ts';
import { httpResponseChecks, redirectCrossChecks } from './redirect-checks.ts';
import { renderCrossChecks } from './render-checks.ts';
import { robotsSiteChecks } from './robots-checks.ts';
import { securityDocumentChecks, securitySiteChecks } from './security-checks.ts';
import { sitemapSiteChecks } from './sitemap-checks.ts';
import { sitemapCrossChecks } from './sitemap-entry-checks.ts';
import { structuredDocumentChecks } from './structured-checks.ts';
import { titleDocumentChecks } from './title-checks.ts';
import { urlDocumentChecks } from './url-checks.ts';

/** Checks by subject, in the order the reference lists them. */
export const checksBySubject: ReadonlyMap<string, readonly Check[]> = new Map<string, readonly Check[]>([
  [
    'Answers and redirects',
    [
      ...deadCrossChecks,
      ...httpResponseChecks,
      ...redirectCrossChecks,
      ...httpDocumentChecks,
      ...httpCrossChecks,
      ...httpSiteChecks,
    ],
  ],
  ['Security', [...securityDocumentChecks, ...securitySiteChecks]],
  ['Indexability', [...indexabilityResponseChecks, ...indexabilitySiteChecks]],
  ['robots.txt', robotsSiteChecks],
  ['Sitemaps', [...sitemapSiteChecks, ...sitemapCrossChecks]],
  ['Canonical addresses', [...canonicalSiteChecks, ...canonicalResponseChecks, ...canonicalCrossChecks]],
  ['Titles and descriptions', [...titleDocumentChecks, ...titleCrossChecks]],
  ['Headings', [...headingDocumentChecks, ...headingCrossChecks]],
  ['Content', [...contentDocumentChecks, ...duplicateCrossChecks]],
  ['Links', [...linkDocumentChecks, ...linkCrossChecks]],
  ['Addresses', urlDocumentChecks],
  ['Images and files', [...imageDocumentChecks, ...fileCrossChecks]],
  ['Languages', [...internationalDocumentChecks, ...internationalCrossChecks]],
  ['Structured data and sharing', structuredDocumentChecks],
  ['Rendered pages', renderCrossChecks],
  ['Markup and mobile', [...markupDocumentChecks, ...markupSiteChecks]],
]);

/** Every check there is. */
export const checkCatalog: readonly Check[] = [...checksBySubject.values()].flat();

export const responseChecks = checkCatalog.filter(
  (check): check is ResponseCheck => check.scope === 'response',
);
export const documentChecks = checkCatalog.filter(
  (check): check is DocumentCheck => check.scope === 'document',
);
export const crossChecks = checkCatalog.filter((check): check is CrossCheck => check.scope === 'cross');
export const siteChecks = checkCatalog.filter((check): check is SiteCheck => check.scope === 'site');
