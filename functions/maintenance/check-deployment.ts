import {
  CodeDeployClient,
  GetDeploymentCommand,
  PutLifecycleEventHookExecutionStatusCommand,
} from '@aws-sdk/client-codedeploy';
import * as v from 'valibot';
import type { Foundation } from '#functions/foundation.ts';
import { allProbes, noAddress, runProbes } from '#functions/maintenance/canary/canary.ts';
import type { Probe } from '#functions/maintenance/canary/probes.ts';
import { inspectKeyword } from '#functions/tools/inspect-keyword/contract.ts';
import { toolFunction } from '#shared/contract/function-contract.ts';
import { awsPatience } from '#shared/platform/aws-patience.ts';
import type { CallLogger } from '#shared/platform/logger.ts';

/** Called by CodeDeploy before and after it leads calls to new code. Answers it in every case, or it would wait for an hour. */
export function checkDeployment(foundation: Foundation): (event: unknown) => Promise<void> {
  const { baseUrl, readSecret, clock, logger } = foundation;
  return (event) =>
    judgeDeployment(event, {
      deployments: createDeployments(),
      async invoke(functionName, event) {
        const { createTextInvoker } = await import('#shared/platform/invoke/invoke-function.ts');
        return createTextInvoker()(functionName, event);
      },
      logger,
      probes: async () => allProbes(baseUrl, await readSecret('canary'), { clock, logger }),
    });
}

interface CheckParts {
  readonly deployments: Deployments;
  /** Calls a function: by its bare name, past its alias, the newest code. Gives its answer as text; rejects with `FunctionFailed` where it crashed. */
  invoke(functionName: string, event: object): Promise<string>;
  probes(): Promise<readonly Probe[]>;
  readonly logger: CallLogger;
  /** For a probe that failed; as long as the canary waits where it is left out. */
  readonly secondTryAfterMs?: number;
}

const hookEvent = v.object({ DeploymentId: v.string(), LifecycleEventHookExecutionId: v.string() });

/**
 * Its deployment walks the canary's ways for all that are under way beside it: fifty
 * at once with the canary's one key would be more calls than an account may make in a minute.
 */
const probingFunction = toolFunction(inspectKeyword).name;

/**
 * Checks one deployment and says so to CodeDeploy: the new code answers a call,
 * and, once among all functions, callers meet what the canary wants them to meet. A deployment that failed is taken back by CodeDeploy.
 */
export async function judgeDeployment(event: unknown, parts: CheckParts): Promise<void> {
  const { DeploymentId: deploymentId, LifecycleEventHookExecutionId } = v.parse(hookEvent, event);
  const faults = await faultsOf(deploymentId, parts).catch((error: unknown) => [String(error)]);
  if (faults.length > 0) parts.logger.error('deployment refused', { deployment_id: deploymentId, faults });
  const run = { deploymentId, lifecycleEventHookExecutionId: LifecycleEventHookExecutionId };
  await parts.deployments.answer(run, faults.length > 0 ? 'Failed' : 'Succeeded');
}

async function faultsOf(deploymentId: string, parts: CheckParts): Promise<readonly string[]> {
  const functionName = await parts.deployments.functionOf(deploymentId);
  const fault = await faultOfCode(functionName, parts);
  // What the alias leads to fails as well where a secret is not filled in yet: no fault of what is new.
  if (fault !== undefined && (await faultOfCode(`${functionName}:live`, parts)) === undefined) return [fault];
  if (!functionName.endsWith(`-${probingFunction}`)) return [];
  const failures = await runProbes(await parts.probes(), parts.secondTryAfterMs);
  return failures.filter(({ signal }) => signal !== noAddress).map(({ message }) => message);
}

async function faultOfCode(code: string, { invoke }: CheckParts): Promise<string | undefined> {
  try {
    return faultOf(code, await invoke(code, callByNobody));
  } catch (error) {
    if (Error.isError(error) && error.name === 'FunctionFailed') return error.message;
    throw error;
  }
}

const answered = v.object({ statusCode: v.number() });

/** A streamed answer begins with its head, and zeros between it and its body (Lambda, "Response streaming"). */
export function faultOf(code: string, text: string): string | undefined {
  const [head = ''] = text.split('\0');
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), answered), head);
  if (!parsed.success) return `The code of ${code} gave no answer.`;
  const { statusCode } = parsed.output;
  return statusCode >= 500 ? `The code of ${code} answered ${statusCode}.` : undefined;
}

const path = '/v1/deployment-check';

/** A call without a credential, as the gateway passes one on. Whatever a function makes of it costs nothing and is no failure of its own. */
export const callByNobody = {
  resource: '/{proxy+}',
  path,
  httpMethod: 'GET',
  headers: { accept: 'application/json' },
  multiValueHeaders: { accept: ['application/json'] },
  queryStringParameters: null,
  multiValueQueryStringParameters: null,
  pathParameters: null,
  stageVariables: null,
  body: null,
  isBase64Encoded: false,
  requestContext: {
    path,
    httpMethod: 'GET',
    requestId: 'deployment-check',
    identity: { sourceIp: '127.0.0.1', userAgent: 'oriel-deployment-check' },
  },
} as const;

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
