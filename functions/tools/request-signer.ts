import type { Foundation } from '#functions/foundation.ts';
import { openCrawlerSeeds } from '#shared/platform/secrets/service-secrets.ts';
import type { RequestSigner } from '#shared/site-audit/fetch/send-request.ts';
import { createRequestSigner, openCrawlerKey } from '#shared/site-audit/fetch/sign-requests.ts';
import { signatureAgent } from '#shared/site-audit/fetch/site-fetcher.ts';

/**
 * Signs with the key that signs now; undefined where sites could not find it.
 * A container that outlives a rotation goes on with the former key, which stays
 * in the directory until the next one. Never rejects: an audit does not need it.
 */
export async function openRequestSigner({
  baseUrl,
  readSecret,
  clock,
  logger,
}: Pick<Foundation, 'baseUrl' | 'readSecret' | 'clock' | 'logger'>): Promise<RequestSigner | undefined> {
  const reportFailure = (cause: unknown) => logger.error('crawler goes unsigned', { cause });
  try {
    const text = await readSecret('service');
    const agent = signatureAgent(baseUrl);
    if (text === undefined || agent === undefined) return undefined;
    return createRequestSigner({
      key: openCrawlerKey(openCrawlerSeeds(text)[0]),
      agent,
      clock,
      reportFailure,
    });
  } catch (cause) {
    reportFailure(cause);
    return undefined;
  }
}
