import type { Clock } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';

/** What is known of a call when it begins. Nothing is added to it later. */
export interface Call {
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Path called, such as `/v1/tools/inspect_domain`. */
  readonly endpoint: string;
  /** The same with its parameters in braces: they may be names of the account's own, which no record keeps. */
  readonly route: string;
  readonly method: string;
  /** Wire name of the tool; null for what is no tool. */
  readonly tool: string | null;
  readonly requestBytes: number;
  /** What the distribution calls it (`x-amz-cf-id`), and the gateway; null where there is none. */
  readonly edgeId: string | null;
  readonly gatewayId: string | null;
  /** Network that it came from, such as `198.51.100.0/24`; null in functions that cannot tell callers apart. */
  readonly network: string | null;
}

type Optional = 'route' | 'edgeId' | 'gatewayId';

export function beginCall(
  clock: Clock,
  parts: Omit<Call, 'requestId' | 'startedAt' | Optional> & Partial<Pick<Call, Optional>>,
): Call {
  const startedAt = clock();
  const route = parts.endpoint;
  return { route, edgeId: null, gatewayId: null, ...parts, requestId: newId('req', startedAt), startedAt };
}
