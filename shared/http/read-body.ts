import { TextDecoder } from 'node:util';
import type { MiddlewareObj } from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import { ServiceError } from '#shared/platform/errors.ts';
import type { Begun, CallResult, GatewayEvent } from './call.ts';

/** Largest request body in bytes. */
export const maxBodyBytes = 64 * 1024;

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/iu;

/**
 * Refuses bodies that are too large, of another media type or no UTF-8,
 * before middy's JSON parser sees them: that parser checks none of these. A
 * missing body is left as JSON `null`, for the contract to refuse by name.
 */
export function checkBody(use: 'read' | 'ignored' = 'read'): MiddlewareObj<GatewayEvent & Begun, CallResult> {
  return {
    name: 'check-body',
    before({ event }) {
      checkSize(event);
      if (use === 'ignored') {
        event.body = 'null';
        event.isBase64Encoded = false;
        return;
      }
      checkMediaType(event.call.headers, event.call.requestBytes);
      const text = decodeBody(event);
      event.body = text.trim() === '' ? 'null' : text;
      event.isBase64Encoded = false;
    },
  };
}

function checkSize({ call }: Begun): void {
  if (call.requestBytes <= maxBodyBytes) return;
  throw new ServiceError(
    'body_too_large',
    `The body has ${call.requestBytes} bytes; at most ${maxBodyBytes} are accepted.`,
  );
}

function checkMediaType(headers: Readonly<Record<string, string>>, bytes: number): void {
  if (bytes === 0) return;
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity')
    throw new ServiceError(
      'unsupported_media_type',
      'Send the body as it is, without Content-Encoding: compressed bodies are not accepted.',
    );
  const contentType = headers['content-type'];
  if (contentType === undefined || jsonType.test(contentType.trim())) return;
  throw new ServiceError(
    'unsupported_media_type',
    'Send the body as JSON and say so: `Content-Type: application/json` (with curl: `-H "Content-Type: application/json"`).',
  );
}

function decodeBody({ body, isBase64Encoded }: GatewayEvent): string {
  if (!body) return '';
  if (!isBase64Encoded) return body.toWellFormed();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body, 'base64'));
  } catch (cause) {
    throw new ServiceError('invalid_json', 'The body is not valid UTF-8. Send one JSON object in UTF-8.', {
      cause,
    });
  }
}

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
