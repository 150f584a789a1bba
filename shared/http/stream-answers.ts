import { Readable, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { Context } from 'aws-lambda';
import type { GatewayHandler } from './call.ts';
import { type CallResult, type GatewayEvent, isStreamed } from './call.ts';

/** A function as the runtime calls it that passes its answer on piece by piece. */
type StreamingHandler = (event: GatewayEvent, out: awslambda.HttpResponseStream, context: Context) => unknown;

/**
 * The same handler for an integration whose response is transferred as it
 * comes: status and headers first, then each piece of the body. Such a function
 * must not be behind a buffering integration, which would take the head for a
 * part of the body (API Gateway developer guide, "Lambda proxy integration with
 * payload response streaming").
 */
export function streamAnswers(handler: GatewayHandler): StreamingHandler {
  return awslambda.streamifyResponse(
    async (event: GatewayEvent, out: awslambda.HttpResponseStream, context) => {
      const result = await handler(event, context);
      const { statusCode, headers = {}, multiValueHeaders = {} } = result;
      const body = awslambda.HttpResponseStream.from(out, { statusCode, headers, multiValueHeaders });
      // The runtime sends the head with the first write, and not at all where there is none.
      body.write('');
      await writeBody(result, body);
    },
  );
}

async function writeBody(result: CallResult, out: Writable): Promise<void> {
  if (isStreamed(result)) return pipeline(Readable.fromWeb(result.stream), out);
  out.end(Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8'));
  return finished(out);
}
