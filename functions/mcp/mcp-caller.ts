import type { Context } from 'aws-lambda';
import type { Call } from '#shared/calls/call.ts';
import type { ServedTool } from '#shared/calls/call-with-arguments.ts';
import type { Delivery } from '#shared/calls/outcome.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import type { McpServices } from './services.ts';

/** Who speaks with the server, and what they may use. */
export interface McpCaller {
  readonly services: McpServices;
  readonly principal: Principal;
  readonly tools: readonly ServedTool[];
  readonly call: Call;
  readonly context: Context;
  /** Told where a test key has asked that the answer does not arrive. */
  onUndelivered?(delivery: Delivery): void;
}
