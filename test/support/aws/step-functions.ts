import { SFNClient } from '@aws-sdk/client-sfn';
import { startWireServer } from './http-server.ts';
import type { WireAnswer } from './object-server.ts';

type Run = (input: object) => Promise<unknown>;

interface Execution {
  readonly input: string;
  status: 'RUNNING' | 'SUCCEEDED' | 'FAILED';
  error?: string;
  cause?: string;
}

const type = (name: string) => `com.amazonaws.states.v20161123#${name}`;

/** Executions of one state machine over its wire: StartExecution and DescribeExecution. */
export async function startStepFunctions(run: Run) {
  const executions = new Map<string, Execution>();
  const begun: string[] = [];
  const start = (arn: string, input: string): WireAnswer => {
    const known = executions.get(arn);
    // "StartExecution is idempotent for STANDARD workflows": with the same input, while it runs.
    if (known && !(known.status === 'RUNNING' && known.input === input))
      return fault('ExecutionAlreadyExists');
    if (!known) {
      begun.push(arn);
      const execution: Execution = { input, status: 'RUNNING' };
      executions.set(arn, execution);
      run(JSON.parse(input)).then(
        () => Object.assign(execution, { status: 'SUCCEEDED' }),
        (error: Error) =>
          Object.assign(execution, { status: 'FAILED', error: error.name, cause: error.message }),
      );
    }
    return { status: 200, body: JSON.stringify({ executionArn: arn, startDate: 1 }) };
  };
  const server = await startWireServer((request, body) => {
    const operation = String(request.headers['x-amz-target']).split('.')[1];
    const input = JSON.parse(body.toString());
    if (operation === 'StartExecution')
      return start(
        `${input.stateMachineArn.replace(':stateMachine:', ':execution:')}:${input.name}`,
        input.input,
      );
    if (operation !== 'DescribeExecution') throw new Error(`${operation}?`);
    const found = executions.get(input.executionArn);
    if (!found) return fault('ExecutionDoesNotExist');
    return {
      status: 200,
      body: JSON.stringify({ executionArn: input.executionArn, ...found, startDate: 1 }),
    };
  });
  const client = new SFNClient({
    ...{ endpoint: server.url, region: 'eu-central-1' },
    credentials: { accessKeyId: 'operator', secretAccessKey: 'secret' },
  });
  return {
    client,
    /** ARNs of the executions that were begun, in order. */
    begun,
    async stop() {
      client.destroy();
      await server.stop();
    },
  };
}

function fault(name: string): WireAnswer {
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-errortype': name };
  return { status: 400, headers, body: JSON.stringify({ __type: type(name), message: name }) };
}
