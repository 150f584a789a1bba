/**
 * Moves every clock of this process by `seconds`, those inside libraries as
 * well: a token's term and the time of a record then agree. For rehearsals of
 * what happens days later; a process without an offset is left as it is.
 */
export function shiftProcessClock(seconds: number): void {
  if (seconds === 0) return;
  const systemNow = Date.now;
  Date.now = () => systemNow() + seconds * 1_000;
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [target.now()] : args, newTarget),
  });
}
