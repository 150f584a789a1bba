import type { MiddlewareObj } from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import { ServiceError } from '#shared/platform/errors.ts';
import type { CallResult, GatewayEvent } from './call.ts';

/**
 * Parses the body that `checkBody` let through. JSON can spell half of a
 * character (`"\ud800"`), which no database takes: it becomes U+FFFD, as
 * everywhere that text is read as UTF-8. The parser's own words may repeat the
 * body, so they go to the log only.
 */
export function parseBody(): MiddlewareObj<GatewayEvent, CallResult> {
  const { before } = jsonBodyParser<GatewayEvent>({
    disableContentTypeCheck: true,
    reviver: (_name, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value),
  });
  return {
    name: 'parse-body',
    before(request) {
      try {
        before?.(request);
      } catch (cause) {
        throw new ServiceError(
          'invalid_json',
          'The body is not valid JSON, or nested too deeply. Send one JSON object in UTF-8.',
          { cause },
        );
      }
    },
  };
}
