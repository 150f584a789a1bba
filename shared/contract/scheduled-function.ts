import type { Grants, KeptSecretName } from './grants.ts';

/** A function that a clock or the secret store calls: no route, no caller, no charge. */
export interface ScheduledFunction {
  /** Name in logs and alarms, such as `sweep`. */
  readonly name: string;
  readonly summary: string;
  /** Module with its code below `functions/`, which exports it under its name in camel case. */
  readonly module: string;
  /** Of the clock; absent where the secret store calls. */
  readonly everyMinutes?: number;
  /** Secrets that it renews when the secret store says so. */
  readonly rotatesSecrets?: readonly KeptSecretName[];
  /** Secrets whose age it may see, but not what they hold. */
  readonly seesSecrets?: readonly KeptSecretName[];
  /** Writes log lines that alarms count. Functions that write records do so anyway. */
  readonly reportsSignals?: boolean;
  readonly grants: Partial<Grants>;
  readonly timeoutSeconds: number;
  /** More than the others have, in megabytes. */
  readonly memoryMb?: number;
  /** Has the calls of all accounts read by another function, part by part. */
  readonly readsInShards?: boolean;
  /** Puts deliveries in their queue. */
  readonly queuesDeliveries?: boolean;
  /** Sends mail through SES. */
  readonly sendsMail?: boolean;
  /** Charges calls, and starts the mail of those that take a balance to its mark. */
  readonly tellsLowBalance?: boolean;
  /** Calls the function that opens pages in a browser. */
  readonly opensPages?: boolean;
  /** Gets the share of the revenue from which upstream cost raises an alarm. */
  readonly watchesMargin?: boolean;
}
