import { domainToASCII } from 'node:url';
import * as v from 'valibot';

/** A field with what callers are told of it. */
export const told = <Schema extends v.GenericSchema>(schema: Schema, text: string) =>
  v.pipe(schema, v.description(text));

type Normalized =
  | { readonly ok: true; readonly domain: string }
  | { readonly ok: false; readonly message: string };

const refuse = (message: string): Normalized => ({ ok: false, message });

/** Names that never lead to a public site (RFC 6761, RFC 6762, RFC 8375 and common private ones). */
const reservedSuffixes = ['localhost', 'local', 'internal', 'home.arpa', 'invalid', 'onion', 'lan'];

/**
 * Reduces what people paste to the bare host name: scheme, credentials, port,
 * path, trailing dot and leading `www.` go, case is folded, IDN becomes
 * punycode. Addresses, single labels and malformed names are refused with a
 * message that says what to send instead.
 */
export function normalizeDomain(text: string): Normalized {
  if (/[\r\n]/u.test(text.trim())) return refuse('Send one domain, without line breaks.');
  const host = hostOf(text.trim());
  if (/[\s\p{Cc}]/u.test(host)) return refuse('Send one domain, without blanks.');
  if (host === '') return refuse('Send a domain such as example.com.');
  if (isAddress(host)) return refuse('Send a domain name, not an IP address.');
  const ascii = domainToASCII(host).toLowerCase().replace(/\.$/u, '');
  const domain = ascii.startsWith('www.') && ascii.split('.').length > 2 ? ascii.slice(4) : ascii;
  if (reservedSuffixes.some((suffix) => domain === suffix || domain.endsWith(`.${suffix}`)))
    return refuse('Send the domain of a public site.');
  if (!domain.includes('.')) return refuse('Send a full domain such as example.com.');
  if (!isHostName(domain)) return refuse('This is not a valid domain name.');
  return { ok: true, domain };
}

/** The host part of a URL or of a bare name. */
function hostOf(text: string): string {
  const withoutScheme = text.replace(/^[a-z][a-z0-9+.-]*:\/\//iu, '').replace(/^\/\//u, '');
  const authority = withoutScheme.split(/[/?#\\]/u)[0] ?? '';
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  return host.startsWith('[') ? host : host.replace(/:\d*$/u, '');
}

function isAddress(host: string): boolean {
  if (host.startsWith('[') || host.includes(':')) return true;
  const last = host.replace(/\.$/u, '').split('.').at(-1) ?? '';
  // A name that ends in a number is read as an IPv4 address by every browser (WHATWG URL).
  return /^(?:\d+|0x[0-9a-f]*)$/iu.test(last);
}

function isHostName(domain: string): boolean {
  if (domain.length > 253) return false;
  const labels = domain.split('.');
  const topLabel = labels.at(-1) ?? '';
  return (
    labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/u.test(label)) &&
    /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/u.test(topLabel)
  );
}

/**
 * The address of one page: `http` or `https` on a public host, 8-2048
 * characters. Host and escapes are normalized as browsers do; fragment,
 * credentials and the dot after a host, which no search engine shows, are dropped.
 */
export const pageUrl = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(8),
  v.maxCodePoints(2048),
  v.description('Whole http(s) URL of the page.'),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const url = URL.parse(dataset.value);
    if (!url || !/^https?:$/u.test(url.protocol)) {
      addIssue({ message: 'Send a whole URL that starts with https:// or http://.' });
      return NEVER;
    }
    const host = normalizeDomain(url.hostname);
    if (!host.ok) {
      addIssue({ message: host.message });
      return NEVER;
    }
    url.hostname = url.hostname.replace(/\.$/u, '');
    url.hash = '';
    url.username = '';
    url.password = '';
    return url.href;
  }),
);

/**
 * A domain as callers paste it (a URL will do), normalized to the bare host
 * name: lower case, punycode, no `www.`. 2-253 characters.
 */
export const domainName = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(2),
  v.maxCodePoints(253),
  // Before the transformation, after which nothing is published.
  v.description('example.com or a URL of it.'),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const normalized = normalizeDomain(dataset.value);
    if (normalized.ok) return normalized.domain;
    addIssue({ message: normalized.message });
    return NEVER;
  }),
  v.minLength(2),
  v.maxLength(253),
);

/** A search query or keyword: 1-200 characters, in the form of `foldKeyword`. */
export const keywordText = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxCodePoints(200),
  v.check((text) => !hasControlCharacter(text), 'Control characters are not allowed.'),
  v.check((text) => foldKeyword(text) !== '', 'Send a keyword: only invisible characters were sent.'),
  v.transform(foldKeyword),
);

/** The market of a request that names none. */
export const defaultMarket = { location: 'United States', language: 'English' } as const;

/** The market every search fact is bound to; spread into each tool's input. Resolved by the pipeline. */
export const market = {
  location: v.optional(
    v.pipe(v.string(), v.maxCodePoints(200), v.description('Market: name, ISO code or location code.')),
    defaultMarket.location,
  ),
  language: v.optional(
    v.pipe(v.string(), v.maxCodePoints(100), v.description('Name or ISO code.')),
    defaultMarket.language,
  ),
};

/** On what a search is made: a search engine lists other results on each. */
export const devices = ['desktop', 'mobile'] as const;

/** A whole number within bounds, with a default: the shape of every `limit`, `depth` and `offset`. */
export function wholeNumber(fallback: number, min: number, max: number, description: string) {
  return v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max), v.description(description)),
    fallback,
  );
}

/**
 * How many rows a query asks for: a number to the reference, text until it is read, as all of a query is. Other
 * numbers are clamped, and what is no number counts as left out.
 */
export function rowLimit<Fallback extends number | undefined>(
  most: number,
  fallback: Fallback,
  metadata: { readonly description: string; readonly default: number },
) {
  return v.pipe(
    v.optional(v.string(), ''),
    v.metadata({ type: 'integer', minimum: 1, maximum: most, ...metadata }),
    v.transform((text): number | Fallback => {
      const number = Number(text.trim() === '' ? Number.NaN : text);
      return Number.isNaN(number) ? fallback : Math.min(most, Math.max(1, Math.trunc(number)));
    }),
  );
}

function hasControlCharacter(text: string): boolean {
  return /[[\p{Cc}&&\p{ASCII}]--[\t\n\r]]/v.test(text);
}

/** Invisible characters: soft hyphen, zero-width spaces, direction marks, byte order mark. */
const invisible = /[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu;
/** Joiners shape letters of these scripts and of emoji; behind anything else they are invisible too. */
const strayJoiner =
  /(?<![\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Khmer}\p{Script=Mongolian}\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)[\u200c\u200d]/gu;

/**
 * A keyword in the one form in which it is stored and compared: composed
 * (NFC), without invisible characters, inner white space folded to one
 * blank, trimmed. Two texts that look the same are one keyword, paid for once.
 */
export function foldKeyword(text: string): string {
  return text
    .replaceAll(invisible, '')
    .replaceAll(strayJoiner, '')
    .replaceAll(/[\u200c\u200d]+(?=\s|$)/gu, '')
    .normalize('NFC')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** Domains to compare with. */
export function rivalDomains(atMost: number) {
  return v.pipe(
    v.array(domainName),
    v.minLength(1),
    v.maxLength(atMost),
    v.description('Domains to compare with.'),
  );
}

export const rivalMissing = 'Name at least one competitor other than `domain`.';

/** Whether a comparison has anything to compare with: a domain against itself tells nothing. */
export function namesRival({ domain, competitors }: { domain: string; competitors: string[] }): boolean {
  return competitors.some((competitor) => competitor !== domain);
}

const written =
  /^(?<day>\d{4}-\d{2}-\d{2})(?:[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?:(?<utc>Z)|(?<hours>[+-]\d{2}):?(?<minutes>\d{2})?)?)?$/iu;
/** Later moments need a year of five digits, which few programs read. */
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * A day or a moment in ISO 8601 as milliseconds since 1970; undefined for
 * anything else. A day is its midnight and a moment without a zone is in UTC,
 * wherever the service runs. Days that do not exist, such as 30 February, are
 * refused and not moved into the next month.
 */
export function parseMoment(text: string): number | undefined {
  const { day, time = '00:00', hours, minutes = '00' } = written.exec(text)?.groups ?? {};
  if (day === undefined || !exists(day)) return undefined;
  const moment = Date.parse(`${day}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`);
  return moment <= lastMoment ? moment : undefined;
}

function exists(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

function isTimeZone(name: string): boolean {
  try {
    return /^[A-Z]/iu.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** An IANA name. */
export const timeZone = v.pipe(
  v.string(),
  v.maxLength(60),
  v.check(isTimeZone, 'Send an IANA time zone such as Europe/Berlin.'),
);
