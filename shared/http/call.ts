import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Call } from '#shared/calls/call.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';

/** What the gateway hands us, and what we hand back. */
export type GatewayEvent = APIGatewayProxyEvent;
export type CallResult = APIGatewayProxyResult;
export type GatewayHandler = (event: GatewayEvent, context: Context) => Promise<CallResult>;

/** An answer whose body comes piece by piece, for gateways that pass it on as it comes. */
export interface StreamedResult extends CallResult {
  readonly stream: ReadableStream<Uint8Array>;
}

export function isStreamed(result: CallResult): result is StreamedResult {
  return 'stream' in result;
}

// Each middleware adds one of these to the event. middy intersects them, so
// the handler sees every part present, typed and already checked.

/** Added first: what is known of the call when it begins. */
export interface Begun {
  call: Call & {
    /** Header names in lower case; the first value of each. */
    readonly headers: Readonly<Record<string, string>>;
  };
}

/** Who calls; undefined only where an endpoint works without a credential. */
export interface Authenticated<Caller extends Principal | undefined = Principal> {
  principal: Caller;
}

/** The request as its contract describes it. */
export interface Validated<Checked> {
  checked: Checked;
}
