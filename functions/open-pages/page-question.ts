import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as v from 'valibot';
import type { RenderedPage } from '#shared/site-audit/render/render-pages.ts';

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
