import { deployedEnvironment, loadConfig } from '#shared/config.ts';
import { probeService } from './logic.ts';

/** Called by the schedule of its contract; a failure is an error of the function, which has an alarm. */
export async function handler(): Promise<void> {
  await probeService(loadConfig(deployedEnvironment()).baseUrl);
}
