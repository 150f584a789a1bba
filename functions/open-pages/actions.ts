import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import * as v from 'valibot';
import type { Foundation } from '#functions/foundation.ts';
import { deployedEnvironment } from '#shared/platform/config.ts';
import { crawlerUserAgent } from '#shared/site-audit/fetch/site-fetcher.ts';
import { createPageRenderer } from '#shared/site-audit/render/page-renderer.ts';
import { type PackedPage, packPage, pageQuestion } from './call-for-pages.ts';

/** Less than the function has: what takes more is ended, and not the function. */
const memoryMb = 1_500;

/** Called by functions that audit, page by page. */
export function openPages({ baseUrl }: Foundation): (question: unknown) => Promise<PackedPage> {
  const { BROWSER_FOLDER = '/opt', LAMBDA_TASK_ROOT = '/var/task' } = deployedEnvironment();
  // While the container starts; a browser that does not come fails each call.
  const inflating = inflate(join(BROWSER_FOLDER, 'chromium.br'), join(tmpdir(), 'chromium'));
  inflating.catch(() => undefined);
  return async (question) => {
    const { url, within_ms: withinMs } = v.parse(pageQuestion, question);
    const begun = performance.now();
    const renderer = createPageRenderer({
      chromiumPath: await inflating,
      userAgent: crawlerUserAgent(baseUrl),
      resolve: undefined,
      program: join(LAMBDA_TASK_ROOT, 'render-process.js'),
      isSandboxed: false,
      memoryMb,
      environment: {
        FONTCONFIG_PATH: join(BROWSER_FOLDER, 'fonts'),
        LD_LIBRARY_PATH: join(BROWSER_FOLDER, 'lib'),
        NODE_PATH: join(BROWSER_FOLDER, 'nodejs/node_modules'),
      },
    });
    const [page] = await renderer.render([url], withinMs - (performance.now() - begun));
    return packPage(page ?? { url, ok: false, reason: 'timeout' });
  };
}

async function inflate(packed: string, program: string): Promise<string> {
  if (existsSync(program)) return program;
  const part = `${program}.part`;
  await pipeline(
    createReadStream(packed),
    createBrotliDecompress(),
    createWriteStream(part, { mode: 0o700 }),
  );
  await rename(part, program);
  return program;
}
