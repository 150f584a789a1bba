import type { Foundation } from '#functions/foundation.ts';
import { allProbes } from '#functions/maintenance/canary/paid-call.ts';
import { createDeployments } from './deployments.ts';
import { checkDeployment } from './logic.ts';

/** Called by CodeDeploy before and after it leads calls to new code. Answers it in every case, or it would wait for an hour. */
export function createHandler(foundation: Foundation): (event: unknown) => Promise<void> {
  const { baseUrl, readSecret, clock, logger } = foundation;
  return (event) =>
    checkDeployment(event, {
      deployments: createDeployments(),
      async invoke(functionName, event) {
        const { createTextInvoker } = await import('#shared/platform/invoke/invoke-function.ts');
        return createTextInvoker()(functionName, event);
      },
      logger,
      probes: async () => allProbes(baseUrl, await readSecret('canary'), { clock, logger }),
    });
}
