import { awsEnvironment } from '#shared/platform/aws/aws-request.ts';
import { createClock } from '#shared/platform/clock.ts';
import { deployedEnvironment, loadConfig } from '#shared/platform/config.ts';
import { createLogger } from '#shared/platform/logger.ts';
import { createSecretStore } from '#shared/platform/secrets/secret-store.ts';
import { probeService } from './logic.ts';
import { parseCanaryAccount, probePaidCall } from './paid-call.ts';

/** Called by the schedule of its contract; a failure is an error of the function, which has an alarm. */
export async function handler(): Promise<void> {
  const env = deployedEnvironment();
  const { baseUrl, secretArns } = loadConfig(env);
  const account = parseCanaryAccount(
    await createSecretStore(awsEnvironment(env)).read(secretArns.canary ?? ''),
  );
  await probeService(baseUrl);
  if (account)
    await probePaidCall(baseUrl, account, { clock: createClock(), logger: createLogger('canary') });
}
