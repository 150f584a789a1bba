import type { Grants } from './grants.ts';

/** A function that another one starts and does not wait for: no route, no caller, no charge. */
export interface BackgroundFunction {
  /** Name in logs and alarms, such as `run-import`. */
  readonly name: string;
  readonly summary: string;
  /** Module with its code below `functions/`, which exports it under its name in camel case. */
  readonly module: string;
  readonly grants: Partial<Grants>;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** Is handed what others have put in the queue of deliveries, instead of being started by them. */
  readonly readsQueue?: boolean;
  /** Sends mail through SES. */
  readonly sendsMail?: boolean;
}
