import type { GatewayHandler } from './call.ts';

/** How long what was made from secrets is worked with: as long as a secret that was read is kept. */
const lifeMs = 5 * 60_000;
/** Before a failed renewal is tried again; until then the former value serves. */
const pauseMs = 30_000;

interface MemoizeOptions {
  /** Milliseconds that only grow; a clock that is set must not renew anything. */
  readonly now?: () => number;
}

/**
 * Gives what `load` made, and has it made again after five minutes: a function
 * that runs for hours learns of rotated secrets without being replaced. The
 * first failure rejects, and the next call tries again; a later failure is
 * ignored while the former value serves.
 */
export function memoizeWithTtl<Value>(
  load: () => Promise<Value>,
  { now = () => performance.now() }: MemoizeOptions = {},
): () => Promise<Value> {
  let kept: { readonly value: Promise<Value>; renewAt: number } | undefined;

  async function renew(former: Promise<Value>): Promise<Value> {
    try {
      return await load();
    } catch {
      if (kept) kept.renewAt = now() + pauseMs;
      return former;
    }
  }

  return () => {
    if (kept && now() < kept.renewAt) return kept.value;
    const made = { value: kept ? renew(kept.value) : load(), renewAt: now() + lifeMs };
    kept = made;
    made.value.catch(() => {
      if (kept === made) kept = undefined;
    });
    return made.value;
  };
}

/** A handler that is made with its first request, and every few minutes again. */
export function lazyHandler(make: () => Promise<GatewayHandler>): GatewayHandler {
  const made = memoizeWithTtl(make);
  return async (event, context) => (await made())(event, context);
}
