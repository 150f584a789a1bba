import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  type SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { TransformInput } from '#shared/facts/generations/transform/transform-order.ts';

/** How an execution stands; `absent` where there is none of its name. */
export interface ExecutionState {
  readonly status: 'absent' | 'running' | 'succeeded' | 'failed';
  readonly reason?: string | undefined;
}

const statuses: Readonly<Record<string, ExecutionState['status']>> = {
  RUNNING: 'running',
  SUCCEEDED: 'succeeded',
  FAILED: 'failed',
  TIMED_OUT: 'failed',
  ABORTED: 'failed',
};

/** The state machine that has the steps of a transform done. */
export type TransformMachine = ReturnType<typeof createTransformMachine>;

/** By the ARN of the machine, as `machineOf` tells it. */
export function createTransformMachine(client: SFNClient, arn: string) {
  return {
    /** Nothing where there is an execution of this name already. */
    async start(name: string, input: TransformInput): Promise<void> {
      const order = { stateMachineArn: arn, name, input: JSON.stringify(input) };
      try {
        await client.send(new StartExecutionCommand(order));
      } catch (error) {
        if (!(error instanceof ExecutionAlreadyExists)) throw error;
      }
    },
    async state(name: string): Promise<ExecutionState> {
      const executionArn = `${arn.replace(':stateMachine:', ':execution:')}:${name}`;
      try {
        const {
          status = '',
          error,
          cause,
        } = await client.send(new DescribeExecutionCommand({ executionArn }));
        const reason = [error, cause].filter(Boolean).join(': ') || status;
        return { status: statuses[status] ?? 'running', reason };
      } catch (error) {
        if (error instanceof ExecutionDoesNotExist) return { status: 'absent' };
        throw error;
      }
    },
  };
}
