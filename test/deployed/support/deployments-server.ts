import { startWireServer } from '#test/support/aws/http-server.ts';
import type { Permissions } from './permissions.ts';
import { callerOf } from './wire-requests.ts';

/** What a hook told CodeDeploy. */
interface HookAnswer {
  readonly deploymentId: string;
  readonly lifecycleEventHookExecutionId: string;
  readonly status: string;
}

export interface DeploymentsServer {
  readonly url: string;
  /** Application and group of each deployment that is under way, as `application/group`. */
  readonly groups: Map<string, string>;
  readonly answers: HookAnswer[];
  stop(): Promise<void>;
}

/** CodeDeploy on loopback, which asks the role of its caller first. */
export async function startDeploymentsServer(
  permissions: Permissions,
  accountArn: string,
): Promise<DeploymentsServer> {
  const groups = new Map<string, string>();
  const answers: HookAnswer[] = [];
  const server = await startWireServer((request, body) => {
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    const input = JSON.parse(body.toString());
    const place = groups.get(input.deploymentId);
    const headers = { 'content-type': 'application/x-amz-json-1.1' };
    const refused = (type: string) => ({ status: 400, headers, body: JSON.stringify({ __type: type }) });
    if (place === undefined) return refused('DeploymentDoesNotExistException');
    const resource = `arn:aws:codedeploy:${accountArn}:deploymentgroup:${place}`;
    const functionName = callerOf(request);
    if (!permissions.permit({ functionName, action: `codedeploy:${operation}`, resource }))
      return refused('AccessDeniedException');
    const [applicationName, deploymentGroupName] = place.split('/');
    if (operation === 'PutLifecycleEventHookExecutionStatus') answers.push(input);
    const answer =
      operation === 'GetDeployment'
        ? { deploymentInfo: { applicationName, deploymentGroupName } }
        : { lifecycleEventHookExecutionId: input.lifecycleEventHookExecutionId };
    return { status: 200, headers, body: JSON.stringify(answer) };
  });
  return { url: server.url, groups, answers, stop: server.stop };
}
