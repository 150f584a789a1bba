import { createHash } from 'node:crypto';
import { normalizeDomain } from '#shared/contract/domain-name.ts';

const longestKey = 900;

/** The host of a URL with `www.` folded, or undefined for what is not a public web address. */
export function hostOf(url: string): string | undefined {
  const parsed = parse(url);
  if (!parsed) return undefined;
  const normalized = normalizeDomain(parsed.hostname);
  return normalized.ok ? normalized.domain : undefined;
}

/**
 * What makes two URLs the same page for the index: host (`www.` folded), port,
 * path and query; scheme and fragment do not count. A trailing slash does.
 * Long ones end in a hash. Undefined for what is not a public web address.
 */
export function pageKey(url: string): string | undefined {
  const parsed = parse(url);
  const host = hostOf(url);
  if (!parsed || host === undefined) return undefined;
  const port = parsed.port === '' ? '' : `:${parsed.port}`;
  const key = `${host}${port}${parsed.pathname}${parsed.search}`;
  if (key.length <= longestKey) return key;
  return `${key.slice(0, longestKey)}#${createHash('sha256').update(key).digest('base64url')}`;
}

function parse(url: string): URL | undefined {
  const parsed = URL.parse(url.includes('://') ? url : `https://${url}`);
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:' ? parsed : undefined;
}
