import { headerValue } from '#shared/site-audit/fetch/site-fetcher.ts';
import type { AuditedPage } from '../crawl/page-record.ts';
import type { PageDocument } from '../document/page-document.ts';
import { baseOf, linkTargetsOf, registrableDomain, type Target, targetOf } from '../site-scope.ts';
import { bySelector, onDocument, onSite, when, whenAny } from './check.ts';

const isHttps = ({ url }: AuditedPage) => url.startsWith('https:');
const header = ({ response }: AuditedPage, name: string) => headerValue(response.headers, name);
const policyOf = (document: PageDocument, page: AuditedPage) =>
  header(page, 'content-security-policy') ??
  document.metas.find(({ kind, name }) => kind === 'http-equiv' && name === 'content-security-policy')
    ?.content;

/** Elements that load and run or show something in the page; a plain link does not. */
const isInsecure = (url: string) => /^http:\/\//iu.test(url.trim());

const isLocal = (target: Target | undefined) =>
  target !== undefined && /^(?:localhost|\[::1\]|127(?:\.\d+){3})$/u.test(target.host);

export const securityDocumentChecks = onDocument([
  {
    id: 'http_not_https',
    severity: 'high',
    title: 'The page is served over HTTP, not HTTPS.',
    why: 'Browsers mark it as not secure, and HTTPS is a ranking signal.',
    threshold: 'The final address starts with http:.',
    remedy: 'Install a certificate and redirect every http address to https with 301.',
    source: 'Google Search Central, "Secure your site with HTTPS"',
    find: (_document, { url }) => when(url.startsWith('http:'), 'address', url),
  },
  {
    id: 'mixed_content',
    severity: 'medium',
    title: 'The HTTPS page loads files over HTTP (mixed content).',
    why: 'Browsers block or upgrade them; blocked files are missing from the page.',
    threshold: 'An image, script, style, frame or media file with an http: address on an https page.',
    remedy: 'Load every file over https.',
    source: 'W3C Mixed Content',
    find: ({ subresources }, page) =>
      whenAny(
        isHttps(page) ? subresources.filter(({ url }) => isInsecure(url)) : [],
        ({ tag, url }) => bySelector(tag, 'src', url),
        ({ url }) => url,
      ),
  },
  {
    id: 'insecure_links',
    severity: 'low',
    title: 'Internal links point to http addresses.',
    why: 'Each click costs a redirect and is open to tampering.',
    threshold: 'A link with an http: address of the same registrable domain on an https page.',
    remedy: 'Link to the https addresses.',
    source: 'DataForSEO OnPage, https_to_http_links',
    find: ({ anchors }, page, { crawl }) =>
      whenAny(
        isHttps(page)
          ? anchors.filter(
              ({ href = '' }) =>
                isInsecure(href) &&
                registrableDomain(URL.parse(href)?.hostname ?? '') === crawl.scope.registrableDomain,
            )
          : [],
        ({ href = '' }) => bySelector('a', 'href', href),
        ({ href = '' }) => href,
      ),
  },
  {
    id: 'hsts_missing',
    severity: 'low',
    once: true,
    title: 'The Strict-Transport-Security (HSTS) header is missing.',
    why: 'The first request of a visit can be intercepted.',
    threshold: 'An https page without Strict-Transport-Security.',
    remedy: 'Send `Strict-Transport-Security: max-age=31536000`.',
    source: 'RFC 6797',
    find: (_document, page) =>
      when(
        isHttps(page) && header(page, 'strict-transport-security') === undefined,
        'strict-transport-security header',
        'missing',
      ),
  },
  {
    id: 'hsts_weak',
    severity: 'low',
    once: true,
    title: 'HSTS expires too soon.',
    why: 'Between two visits browsers forget to use HTTPS.',
    threshold: 'Strict-Transport-Security with a max-age below 31 days.',
    remedy: 'Raise max-age to a year: 31536000.',
    source: 'RFC 6797; siteone-crawler: 31 days',
    find: (_document, page) => {
      const value = header(page, 'strict-transport-security');
      const [, seconds = 0] = /max-age\s*=\s*"?(\d+)/iu.exec(value ?? '') ?? [];
      const isWeak = value !== undefined && Number(seconds) < 31 * 86_400;
      return when(isWeak, 'strict-transport-security header', value ?? '');
    },
  },
  {
    id: 'csp_missing',
    severity: 'low',
    once: true,
    title: 'The Content-Security-Policy header is missing.',
    why: 'An injected script can do whatever the page can.',
    threshold: 'Neither a Content-Security-Policy header nor the meta element.',
    remedy: 'Start with `Content-Security-Policy-Report-Only`, then enforce what the reports allow.',
    source: 'W3C Content Security Policy Level 3',
    find: (document, page) =>
      when(policyOf(document, page) === undefined, 'content-security-policy header', 'missing'),
  },
  {
    id: 'xcto_missing',
    severity: 'low',
    once: true,
    title: 'The X-Content-Type-Options header is missing.',
    why: 'Browsers may guess a file’s type and run an uploaded text as a script.',
    threshold: 'No `X-Content-Type-Options: nosniff`.',
    remedy: 'Send `X-Content-Type-Options: nosniff` with every answer.',
    source: 'WHATWG Fetch Standard, "X-Content-Type-Options"',
    find: (_document, page) => {
      const value = header(page, 'x-content-type-options');
      return when(
        value?.trim().toLowerCase() !== 'nosniff',
        'x-content-type-options header',
        value ?? 'missing',
      );
    },
  },
  {
    id: 'xfo_missing',
    severity: 'low',
    once: true,
    title: 'Any site can show the page in a frame.',
    why: 'Clicks can be hijacked by a page laid over it.',
    threshold: 'Neither X-Frame-Options nor frame-ancestors in the policy.',
    remedy: "Send `Content-Security-Policy: frame-ancestors 'self'`.",
    source: 'RFC 7034; W3C Content Security Policy Level 3',
    find: (document, page) =>
      when(
        header(page, 'x-frame-options') === undefined &&
          !/frame-ancestors/iu.test(policyOf(document, page) ?? ''),
        'x-frame-options header',
        'missing',
      ),
  },
  {
    id: 'referrer_policy_missing',
    severity: 'low',
    once: true,
    title: 'The Referrer-Policy header is missing.',
    why: 'Older browsers send the whole address, with its parameters, to every linked site.',
    threshold: 'Neither a Referrer-Policy header nor the meta element.',
    remedy: 'Send `Referrer-Policy: strict-origin-when-cross-origin`.',
    source: 'W3C Referrer Policy',
    find: ({ metas }, page) =>
      when(
        header(page, 'referrer-policy') === undefined && !metas.some(({ name }) => name === 'referrer'),
        'referrer-policy header',
        'missing',
      ),
  },
  {
    id: 'form_insecure',
    severity: 'medium',
    title: 'A form submits over HTTP.',
    why: 'Passwords and addresses can be read on the way, and browsers warn before sending.',
    threshold: 'A form on an https page whose action is an http: address.',
    remedy: 'Submit the form to an https address.',
    source: 'W3C Mixed Content; Screaming Frog, "Form URL Insecure"',
    find: ({ forms }, page) =>
      whenAny(
        isHttps(page) ? forms.filter(({ action }) => isInsecure(action ?? '')) : [],
        ({ action }) => bySelector('form', 'action', action ?? ''),
        ({ action }) => action ?? '',
      ),
  },
  {
    id: 'form_on_http',
    severity: 'medium',
    title: 'A form asks for an email or password on an HTTP page.',
    why: 'Anyone on the network path can change the form and read what is typed.',
    threshold: 'A form with a password or email field on an http page.',
    remedy: 'Serve the page over HTTPS.',
    source: 'Screaming Frog, "Form on HTTP URL"',
    find: ({ forms }, page) =>
      when(
        !isHttps(page) && forms.some(({ hasPassword, hasEmail }) => hasPassword || hasEmail),
        'form',
        page.url,
      ),
  },
  {
    id: 'server_version_exposed',
    severity: 'low',
    once: true,
    title: 'The server reveals its software version.',
    why: 'Attackers look for versions with known holes.',
    threshold: 'A version number in Server or X-Powered-By.',
    remedy: 'Turn the version off (`server_tokens off`, `expose_php = Off`).',
    source: 'OWASP, "Fingerprint Web Server"',
    find: (_document, page) =>
      whenAny(
        ['server', 'x-powered-by'].filter((name) => /\/\d|\d\.\d/u.test(header(page, name) ?? '')),
        (name) => `${name} header`,
        (name) => header(page, name) ?? '',
      ),
  },
  {
    id: 'localhost_link',
    severity: 'medium',
    title: 'The page links to localhost.',
    why: 'The link or file works only on the developer’s machine.',
    threshold:
      'A link or loaded file on localhost, 127.0.0.0/8 or ::1; in documentation a link is taken for an example.',
    remedy: 'Replace the address with the public one.',
    source: 'Screaming Frog, "Outlinks To Localhost"',
    find: ({ anchors, subresources }, page) => {
      const base = baseOf(page);
      const links = page.class.class === 'docs' ? [] : anchors;
      const hosts = [
        ...links.filter((_anchor, place) => isLocal(linkTargetsOf(page)[place])).map(({ href = '' }) => href),
        ...subresources.map(({ url }) => url).filter((url) => isLocal(targetOf(url, base))),
      ];
      return whenAny(
        hosts,
        (reference) => bySelector('a', 'href', reference),
        (reference) => reference,
      );
    },
  },
]);

export const securitySiteChecks = onSite([
  {
    id: 'https_broken',
    severity: 'high',
    title: 'HTTPS does not work.',
    why: 'Browsers try HTTPS first and show a warning.',
    threshold: 'HTTPS failed and plain HTTP answered.',
    remedy: 'Fix what the reason names: certificate, port 443 or DNS.',
    source: 'RFC 9110; Chrome, "HTTPS-First Mode"',
    find: ({ crawl: { httpsFailure, scope } }) =>
      when(
        httpsFailure !== undefined && scope.origin.startsWith('http:'),
        'connection',
        `HTTPS failed: ${httpsFailure}`,
      ),
  },
  {
    id: 'http_not_redirected_to_https',
    severity: 'medium',
    title: 'HTTP does not redirect to HTTPS.',
    why: 'Visitors stay on the insecure version, and every page exists twice.',
    threshold: 'The http address of the home page answers with a page, not with a redirect to https.',
    remedy: 'Redirect all http addresses to https with 301.',
    source: 'Google Search Central, "Secure your site with HTTPS"',
    find: ({ probes: { plainHttp } }) =>
      when(
        plainHttp?.refusal === undefined && plainHttp?.status !== null && (plainHttp?.status ?? 999) < 300,
        'status line',
        `${plainHttp?.url} answers ${plainHttp?.status}`,
      ),
  },
  {
    id: 'www_not_unified',
    severity: 'medium',
    title: 'The site answers both with and without www.',
    why: 'Every page exists under two addresses that compete with each other.',
    threshold: 'Both hosts answer the home page with status 200.',
    remedy: 'Redirect one host to the other with 301.',
    source: 'DataForSEO OnPage, test_canonicalization; Google Search Central, "Consolidate duplicate URLs"',
    find: ({ probes: { otherHost } }) =>
      when(
        otherHost?.refusal === undefined && otherHost?.status === 200,
        'status line',
        `${otherHost?.url} answers 200 too`,
      ),
  },
]);
