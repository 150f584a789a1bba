import * as v from 'valibot';

/**
 * The frame of every answer. Any member may be missing or null, HTTP 200 says
 * nothing about success, and a failed task hides inside an accepted envelope.
 */

const cost = v.fallback(v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1_000))), null);
const text = v.fallback(v.nullable(v.string()), null);

const taskSchema = v.object({
  status_code: v.number(),
  status_message: text,
  cost,
  result: v.nullish(v.array(v.unknown()), null),
});
export type Task = v.InferOutput<typeof taskSchema>;

const envelopeSchema = v.object({
  status_code: v.number(),
  status_message: text,
  cost,
  tasks: v.nullish(v.array(v.unknown()), null),
});

/** What a body says: its cost, and its one task or why there is none. */
export interface Reply {
  readonly statusCode: number;
  readonly statusMessage: string;
  readonly costMicroUsd: number;
  /** Undefined where the envelope carries none, or one that is not of the documented shape. */
  readonly task: Task | undefined;
}

/**
 * Reads a body, or undefined where it is not the provider's envelope. The cost
 * is read first and survives a malformed task: it was charged all the same.
 */
export function readReply(body: unknown): Reply | undefined {
  const envelope = v.safeParse(envelopeSchema, body);
  if (!envelope.success) return undefined;
  const { status_code, status_message, tasks } = envelope.output;
  const task = v.safeParse(taskSchema, tasks?.[0]);
  return {
    statusCode: status_code,
    statusMessage: status_message ?? '',
    costMicroUsd: chargedMicroUsd(envelope.output.cost, tasks ?? []),
    task: task.success ? task.output : undefined,
  };
}

/** The envelope's cost is the sum of its tasks'; where the two disagree, the larger one is believed. */
function chargedMicroUsd(envelopeCost: number | null, tasks: readonly unknown[]): number {
  const ofTasks = tasks.reduce<number>((sum, task) => sum + (costOf(task) ?? 0), 0);
  return microUsd(Math.max(envelopeCost ?? 0, ofTasks));
}

function costOf(task: unknown): number | null {
  const parsed = v.safeParse(v.object({ cost }), task);
  return parsed.success ? parsed.output.cost : null;
}

/** Dollars as the wire states them (a float) as whole micro-dollars. */
export function microUsd(dollars: number): number {
  return Math.round(dollars * 1e6);
}
