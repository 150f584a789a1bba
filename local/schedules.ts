import type { Foundation } from '#functions/foundation.ts';
import { scheduledFunctions } from '#functions/service.ts';
import { createExpiredItemDeletion, deleteExpiredFiles } from '#local/data/delete-expired.ts';
import { loadFunction } from '#local/http/router.ts';

interface Task {
  readonly name: string;
  readonly everyMinutes: number;
  run(): Promise<unknown>;
}

/** What runs by itself when deployed, on a timer here. `runNow` runs all of it once more, ahead of the timer. */
export function startSchedules(foundation: Foundation, objectsFolder: string) {
  const started = tasksOf(foundation, objectsFolder).map((task) => start(task, foundation));
  return {
    async runNow(): Promise<void> {
      await Promise.all(started.map(({ attempt }) => attempt()));
    },
    async stop(): Promise<void> {
      await Promise.all(started.map(({ stop }) => stop()));
    },
  };
}

/**
 * Every function of the clock as often as on AWS, but the canary, which has an account there alone, and what
 * watches its secret store; what expires, S3 and DynamoDB delete themselves.
 */
function tasksOf(foundation: Foundation, objectsFolder: string): Task[] {
  const { documents, tables, clock } = foundation;
  const tasks = scheduledFunctions.flatMap((scheduled): Task[] => {
    const { name, everyMinutes, grants, seesSecrets } = scheduled;
    if (everyMinutes === undefined || seesSecrets || grants.secrets?.includes('canary')) return [];
    const run = async () => (await loadFunction<() => Promise<unknown>>(scheduled, foundation))();
    return [{ name, everyMinutes, run }];
  });
  const deleteExpiredItems = createExpiredItemDeletion({ documents, tables, clock });
  const tidy = () => Promise.all([deleteExpiredFiles(objectsFolder), deleteExpiredItems()]);
  return [...tasks, { name: 'delete-what-expired', everyMinutes: 5, run: tidy }];
}

/** The first run is at once: what a killed server left is given back without waiting. */
function start({ name, everyMinutes, run }: Task, { logger }: Foundation) {
  const attempt = () =>
    run().then(
      () => {},
      (cause: unknown) => logger.error('scheduled work failed', { name, cause }),
    );
  let running = attempt();
  const timer = setInterval(() => {
    running = attempt();
  }, everyMinutes * 60_000);
  timer.unref();
  const stop = async () => {
    clearInterval(timer);
    await running;
  };
  return { attempt, stop };
}
