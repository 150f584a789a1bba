import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as v from 'valibot';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { RenderedPage } from '#shared/site-audit/render/render-pages.ts';
import { openPagesFunction } from './contract.ts';

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

/** What the function is called with, as JSON: a page that it opens. */
export const pageQuestion = v.object({ url: v.string(), within_ms: v.number() });

/** What it answers. The page is packed, since an answer has six megabytes at most. */
const packedPage = v.variant('ok', [
  v.object({ url: v.string(), ok: v.literal(true), gzip: v.string() }),
  v.object({ url: v.string(), ok: v.literal(false), reason: v.picklist(['timeout', 'moved', 'crashed']) }),
]);
export type PackedPage = v.InferOutput<typeof packedPage>;

export async function packPage(page: RenderedPage): Promise<PackedPage> {
  if (!page.ok) return page;
  const packed = await promisify(gzip)(page.html);
  return { url: page.url, ok: true, gzip: packed.toString('base64') };
}

/** Of a page as the browser takes it, in characters of four bytes. */
const mostBytes = 8_000_000;

export async function unpackPage(answer: unknown): Promise<RenderedPage> {
  const page = v.parse(packedPage, answer);
  if (!page.ok) return page;
  const html = await promisify(gunzip)(Buffer.from(page.gzip, 'base64'), { maxOutputLength: mostBytes });
  return { url: page.url, ok: true, html: html.toString() };
}
