import jsonBodyParser from '@middy/http-json-body-parser';
import type { GatewayEvent } from './call.ts';

/**
 * Parses the body that `checkBody` let through. JSON can spell half of a
 * character (`"\ud800"`), which no database takes: it becomes U+FFFD, as
 * everywhere that text is read as UTF-8.
 */
export function parseBody() {
  return jsonBodyParser<GatewayEvent>({
    disableContentTypeCheck: true,
    reviver: (_name, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value),
  });
}
