import { setTimeout as sleep } from 'node:timers/promises';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { RenderedPage } from '#shared/site-audit/render/render-pages.ts';
import { openPagesFunction } from './contract.ts';
import { unpackPage } from './page-question.ts';

/** No audit waits longer for a browser. */
const longestMs = 14_000;

interface Asked {
  readonly urls: readonly string[];
  readonly withinMs: number;
  readonly logger: CallLogger;
}

/** Pages as the browser of the function has them: one call a page, all at once. Never fails. */
export async function callForPages(name: string, asked: Asked): Promise<readonly RenderedPage[]> {
  const { createInvoker } = await import('#shared/platform/invoke/invoke-function.ts');
  const invoke = createInvoker({ answersWithinSeconds: openPagesFunction.timeoutSeconds });
  const within_ms = Math.floor(Math.min(asked.withinMs, longestMs));
  const over = new AbortController();
  const late = (url: string) =>
    sleep(within_ms, { url, ok: false, reason: 'timeout' } as const, { signal: over.signal }).catch(() =>
      crashed(url),
    );
  const open = (url: string) =>
    invoke(name, { url, within_ms })
      .then(unpackPage)
      .catch((cause: unknown) => {
        asked.logger.warn('page not opened', { cause });
        return crashed(url);
      });
  const pages = await Promise.all(asked.urls.map((url) => Promise.race([open(url), late(url)])));
  over.abort();
  return pages;
}

const crashed = (url: string) => ({ url, ok: false, reason: 'crashed' }) as const;
