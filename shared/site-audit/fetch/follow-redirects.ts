import { type FetchOutcome, type FetchRefusal, type Hop, headerValue, refuse } from './site-fetcher.ts';
import type { ScreenedUrl } from './target-url.ts';

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

export function isRedirect(status: number): boolean {
  return redirectStatuses.has(status);
}

interface Steps {
  screen(text: string, base: URL | undefined): ScreenedUrl;
  fetchOnce(url: URL): Promise<FetchOutcome>;
}

/** Fetches and follows at most `maxRedirects`; each target is screened like the first URL. */
export async function followRedirects(
  text: string,
  maxRedirects: number,
  { screen, fetchOnce }: Steps,
): Promise<FetchOutcome> {
  const hops: Hop[] = [];
  const step = async (next: string, base: URL | undefined): Promise<FetchOutcome> => {
    const screened = screen(next, base);
    if (!screened.ok) return { ...screened, hops };
    const outcome = await fetchOnce(screened.url);
    const location = redirectLocation(outcome);
    if (location === undefined || maxRedirects === 0) return { ...outcome, hops };
    const refusal = addHop(hops, screened.url.href, location, maxRedirects);
    if (refusal !== undefined) return refusal;
    return step(location.text, screened.url);
  };
  return step(text, undefined);
}

function addHop(
  hops: Hop[],
  url: string,
  { text, status }: { text: string; status: number },
  maxRedirects: number,
): FetchRefusal | undefined {
  const location = URL.parse(text, url)?.href ?? text;
  hops.push({ url, status, location });
  if (hops.some((hop) => hop.url === location))
    return refuse('redirect_loop', 'The redirects run in a circle.', hops);
  return hops.length > maxRedirects
    ? refuse('too_many_redirects', 'There are more redirects than are followed.', hops)
    : undefined;
}

function redirectLocation(outcome: FetchOutcome): { text: string; status: number } | undefined {
  if (!outcome.ok || !isRedirect(outcome.status)) return undefined;
  const text = headerValue(outcome.headers, 'location');
  return text === undefined ? undefined : { text, status: outcome.status };
}
