import { runMachine } from '#test/support/aws/state-machine.ts';
import type { DeployedFunction, Deployment, Json } from './assembly.ts';
import type { Permissions } from './permissions.ts';

/** A state machine, with its definition as an execution runs it. */
export interface DeployedMachine extends Pick<DeployedFunction, 'name' | 'statements'> {
  readonly definition: Json;
}

interface Place {
  readonly deployment: Pick<Deployment, 'machines'>;
  readonly permissions: Permissions;
}

/** Runs a deployed state machine; what its role does not allow fails as Step Functions says it does. */
export async function runDeployed(
  { deployment, permissions }: Place,
  machineName: string,
  input: object,
  start: (functionName: string, payload: object) => Promise<unknown>,
): Promise<unknown> {
  const machine = deployment.machines.find(({ name }) => name === machineName);
  if (!machine) throw new Error(`No state machine ${machineName} is deployed.`);
  const arn = `arn:aws:states:eu-central-1:000000000000:stateMachine:${machineName}`;
  const may = (action: string, resource: string) =>
    permissions.permit({ functionName: machineName, action, resource });
  return runMachine(machine.definition, input, {
    mayStartParts: () => may('states:StartExecution', arn),
    async invoke(functionArn, payload) {
      if (!may('lambda:InvokeFunction', functionArn))
        throw Object.assign(new Error('The role does not allow this.'), {
          name: 'Lambda.AccessDeniedException',
        });
      return start(functionArn.split(':').at(-1) ?? '', payload);
    },
  });
}
