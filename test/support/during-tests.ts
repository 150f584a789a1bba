/**
 * What `start` gives, from before the first test of a file, or of the `describe` that asks, until after
 * the last. Hooks and tests use it; it is empty before. Accessors stay accessors.
 */
export function duringTests<Started extends { stop(): Promise<void> }>(
  start: () => Promise<Started>,
): Started {
  const started = {} as Started;
  beforeAll(async () => {
    Object.defineProperties(started, Object.getOwnPropertyDescriptors(await start()));
  });
  afterAll(() => started.stop?.());
  return started;
}
