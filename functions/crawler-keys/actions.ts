import middy from '@middy/core';
import type { Foundation } from '#functions/foundation.ts';
import { beginCall, type CallResult, type GatewayEvent, type GatewayHandler } from '#shared/http/call.ts';
import { problemResponses } from '#shared/http/call-pipeline.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { openCrawlerSeeds } from '#shared/platform/secrets/service-secrets.ts';
import { keyDirectory, openCrawlerKey } from '#shared/site-audit/fetch/sign-requests.ts';
import { signatureAgent } from '#shared/site-audit/fetch/site-fetcher.ts';

/** Seconds that sites may keep the directory. A key is in it a rotation before it signs and a rotation after. */
const cacheSeconds = 3600;
/** Seconds for which the directory proves itself, also to those who have it from a list. */
const provenSeconds = 7 * 86_400;

/** Answers with the keys in use; 404 where the crawler signs nothing. */
export function crawlerKeys(foundation: Foundation): GatewayHandler {
  const { clock, logger, baseUrl } = foundation;
  return middy<GatewayEvent, CallResult>()
    .use(beginCall(clock, null))
    .use(problemResponses({ docsUrl: baseUrl, logger }))
    .handler(() => answerDirectory(foundation));
}

async function answerDirectory({ readSecret, clock, baseUrl }: Foundation): Promise<CallResult> {
  const agent = signatureAgent(baseUrl);
  const text = await readSecret('service');
  if (agent === undefined || text === undefined)
    throw new ServiceError(
      'not_found',
      'The crawler of this service does not sign its requests: the service has no public https address.',
    );
  const created = Math.floor(clock() / 1000);
  const keys = openCrawlerSeeds(text).map(openCrawlerKey);
  const { headers, body } = keyDirectory({ agent, keys, created, expires: created + provenSeconds });
  return {
    statusCode: 200,
    headers: {
      ...headers,
      'cache-control': `public, max-age=${cacheSeconds}`,
      'access-control-allow-origin': '*',
    },
    body,
  };
}
