import type { Flow, Operation, Reply } from '#shared/money/ledger/operations.ts';
import type { Names } from './intern.ts';

/** One participant: starts the ledger's own flow. Must be deterministic, since it is replayed from its replies. */
export interface Program {
  readonly name: string;
  /** Ends with undefined where the program begins again from its start. */
  start(): Flow<unknown>;
}

/** Where a program stands: what it was told so far, and what it wants next or ended with. */
export interface Position {
  readonly id: number;
  readonly steps: number;
  readonly wants: Operation | undefined;
  readonly result: unknown;
  /** Where it stands after that reply. */
  after(reply: Reply): Position;
}

/** The same for replies that tell a program the same. */
function keyOf(reply: Reply, names: Names): string {
  if (reply.outcome !== 'done') return reply.outcome;
  if (reply.items) return `items ${reply.items.map((item) => names.of(item)).join(' ')}`;
  return reply.item ? `item ${names.of(reply.item)}` : reply.outcome;
}

/** Positions of a program as a tree of replies; each is replayed once, however many states share it. */
export function createPositions(names: Names) {
  let created = 0;

  function position(program: Program, replies: readonly Reply[]): Position {
    const step = replay(program, replies);
    const following = new Map<string, Position>();
    created += 1;
    return {
      id: created,
      steps: replies.length,
      wants: step.done ? undefined : step.value,
      result: step.done ? step.value : undefined,
      after(reply) {
        const key = keyOf(reply, names);
        const next = following.get(key) ?? position(program, [...replies, reply]);
        following.set(key, next);
        return next.wants || next.result !== undefined ? next : first(program);
      },
    };
  }

  /** A flow that ends with an error is one that crashed by itself. */
  function replay(program: Program, replies: readonly Reply[]): IteratorResult<Operation, unknown> {
    const flow = program.start();
    try {
      let step = flow.next();
      for (const reply of replies) step = flow.next(reply);
      return step;
    } catch (error) {
      return { done: true, value: error };
    }
  }

  const firsts = new Map<Program, Position>();
  function first(program: Program): Position {
    const known = firsts.get(program) ?? position(program, []);
    firsts.set(program, known);
    return known;
  }
  return first;
}
