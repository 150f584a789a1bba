import { awsEnvironment } from '#shared/aws/aws-request.ts';
import { createSecretStore } from '#shared/aws/secret-store.ts';
import { createClock } from '#shared/clock.ts';
import { deployedEnvironment, loadConfig } from '#shared/config.ts';
import { createLogger } from '#shared/logger.ts';
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
