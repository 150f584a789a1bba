import {
  CodeDeployClient,
  GetDeploymentCommand,
  PutLifecycleEventHookExecutionStatusCommand,
} from '@aws-sdk/client-codedeploy';
import { awsPatience } from '#shared/platform/aws-patience.ts';

/** What CodeDeploy calls its hooks with. */
interface HookRun {
  readonly deploymentId: string;
  readonly lifecycleEventHookExecutionId: string;
}

export type Deployments = ReturnType<typeof createDeployments>;

export function createDeployments() {
  const client = new CodeDeployClient(awsPatience);
  return {
    /** The function whose alias the deployment moves: groups are called as their functions are. */
    async functionOf(deploymentId: string): Promise<string> {
      const { deploymentInfo } = await client.send(new GetDeploymentCommand({ deploymentId }));
      const name = deploymentInfo?.deploymentGroupName;
      if (name === undefined) throw new Error(`The deployment ${deploymentId} is of no group.`);
      return name;
    },
    async answer(run: HookRun, status: 'Succeeded' | 'Failed'): Promise<void> {
      await client.send(new PutLifecycleEventHookExecutionStatusCommand({ ...run, status }));
    },
  };
}
