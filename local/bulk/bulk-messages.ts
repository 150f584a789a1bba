import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { BulkSteps, StepKind } from '#shared/facts/bulk/bulk-steps.ts';

/** A step as it is sent to a process of the build. */
export type BulkRequest = {
  [Kind in StepKind]: { readonly kind: Kind; readonly given: BulkSteps[Kind]['given'] };
}[StepKind];

/** What a process has used so far. */
export interface ProcessUse {
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
}

export interface BulkReply<Gives> extends ProcessUse {
  readonly gives?: Gives;
  readonly error?: string;
}

const isMessage = (value: unknown) => typeof value === 'object' && value !== null;
/** Both ends are the same program, started by one another; nobody else has the channel. */
const request = v.custom<BulkRequest>(isMessage);

export function bulkRequest(message: unknown): BulkRequest {
  return v.parse(request, message);
}

export function bulkReply<Gives>(message: unknown): BulkReply<Gives> {
  return v.parse(v.custom<BulkReply<Gives>>(isMessage), message);
}

/** Of this process. */
export function processUse(): ProcessUse {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const kilobytes = ownPeak() ?? maxRSS;
  return {
    cpuSeconds: (userCPUTime + systemCPUTime) / 1_000_000,
    peakMegabytes: Math.round(kilobytes / 1024),
  };
}

/** In kilobytes; Linux alone says it. `maxRSS` counts what the process that started this one had at that moment. */
function ownPeak(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const found = /^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return found === undefined ? undefined : Number(found);
}
