import type { Clock } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';

/** What is known of a call when it begins. Nothing is added to it later. */
export interface Call {
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Path called, such as `/v1/tools/inspect_domain`. */
  readonly endpoint: string;
  readonly method: string;
  /** Wire name of the tool; null for what is no tool. */
  readonly tool: string | null;
  readonly requestBytes: number;
  /** Network that it came from, such as `198.51.100.0/24`; null in functions that cannot tell callers apart. */
  readonly network: string | null;
}

/** Gives a call that comes in now its id. */
export function beginCall(clock: Clock, parts: Omit<Call, 'requestId' | 'startedAt'>): Call {
  const startedAt = clock();
  return { ...parts, requestId: newId('req', startedAt), startedAt };
}
