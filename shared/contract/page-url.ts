import * as v from 'valibot';
import { normalizeDomain } from './domain-name.ts';

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
