import type { FetchedResponse, Hop, RefusalReason } from '#shared/site-audit/fetch/site-fetcher.ts';
import type { TextFingerprint } from '../document/fingerprint.ts';
import type { Indexability } from '../document/indexability.ts';
import type { ClassVerdict } from '../document/page-class.ts';
import type { PageDocument, WholePage } from '../document/page-document.ts';
import type { RobotsVerdict } from '../robots/match-robots.ts';

/** Why an address that was found was not audited. */
export const exclusionReasons = [
  ...['noindex', 'redirected', 'non_html', 'robots_disallowed', 'canonicalised', 'duplicate', 'off_site'],
  ...['unsafe_address', 'auth_gate', 'over_budget', 'http_error'],
] as const;
export type ExclusionReason = (typeof exclusionReasons)[number];

/** A page that answered, and all that was read from it. */
export interface PageRecord {
  /** The address that answered. */
  readonly url: string;
  readonly key: string;
  readonly requestedUrl: string;
  readonly status: number;
  readonly response: Omit<FetchedResponse, 'body' | 'ok'>;
  readonly bodyBytes: number;
  readonly bodyHash: string;
  /** Undefined where the answer is not HTML or could not be read as such. */
  readonly document: PageDocument | undefined;
  readonly looksLikeHtml: boolean;
  readonly fingerprint: TextFingerprint | undefined;
  readonly indexability: Indexability;
  /**
   * The canonical is this page: under its own address, in another spelling of
   * it (scheme, `www.`, case, closing slash), or by a redirect that leads back.
   */
  readonly isOwnCanonical: boolean;
  readonly robots: { readonly us: RobotsVerdict; readonly google: RobotsVerdict };
  readonly class: ClassVerdict;
  /** Why the page seems to need scripts. */
  readonly shellSign: string | undefined;
  readonly isHome: boolean;
  readonly inSitemap: boolean;
  readonly pattern: string;
  /** Undefined for audited pages. */
  readonly exclusion: ExclusionReason | undefined;
}

/** A page that was just read, with what only the choice of further pages needs. */
export interface ReadRecord extends PageRecord {
  readonly skeleton: WholePage['skeleton'] | undefined;
}

/** An address that redirected, and where it led. */
export interface MovedPage {
  readonly requestedUrl: string;
  readonly key: string;
  readonly finalUrl: string;
  /** Of the page at the end. */
  readonly status: number;
  readonly hops: readonly Hop[];
  readonly isHome: boolean;
}

/** An address that gave no answer. */
export interface FailedPage {
  readonly requestedUrl: string;
  readonly key: string;
  readonly reason: RefusalReason;
  readonly detail: string;
  readonly hops: readonly Hop[];
  readonly inSitemap: boolean;
}

/** A page whose markup was read and judged. */
export interface AuditedPage extends PageRecord {
  readonly document: PageDocument;
}
