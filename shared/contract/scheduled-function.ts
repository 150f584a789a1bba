import type { Grants } from './grants.ts';

/** A function that a clock calls: no route, no caller, and nobody who is charged. */
export interface ScheduledFunction {
  /** Name in logs and alarms, such as `sweep`. */
  readonly name: string;
  readonly summary: string;
  /** Where the function lives below `functions/`. */
  readonly folder: string;
  readonly everyMinutes: number;
  readonly grants: Grants;
  readonly timeoutSeconds: number;
  /** Sends mail through SES. */
  readonly sendsMail?: boolean;
}
