import type { TransformInput, TransformPhase } from '#shared/facts/generations/transform/transform-order.ts';

/**
 * Steps at once: a twentieth of what an account of AWS may run by default, so
 * that those who call the service always find room.
 */
const stepsAtOnce = 50;
/** Longer than the largest index takes; an execution that hangs ends by it. */
const longestSeconds = 12 * 3_600;
/** Of a step, a little longer than its function has: what Lambda never answers is done again. */
const stepSeconds = 930;

/**
 * The transform in Amazon States Language, as an execution with a
 * `TransformInput` runs it. A step gives next to nothing: what it makes lies in
 * the bucket, so that no state comes near the 256 KiB that it may hold.
 */
export function transformDefinition(functionArn: string, partition: string): object {
  const step = { functionArn, partition };
  return {
    Comment: 'Turns exports into the objects of a generation of the index',
    StartAt: 'read',
    TimeoutSeconds: longestSeconds,
    States: {
      read: eachPart(step, 'read', 'portions', 'fold'),
      fold: eachPart(step, 'fold', 'shards', 'count'),
      count: eachPart(step, 'count', 'shards', 'heads'),
      heads: eachPart(step, 'heads', 'shards', 'finish'),
      finish: called(step, { ...ofBuild, phase: 'finish' satisfies TransformPhase, index: 0 }),
    },
  };
}

interface CalledStep {
  readonly functionArn: string;
  readonly partition: string;
}

const ofBuild = { 'generation.$': '$.generation', 'plan.$': '$.plan' };

/** A step for each number of a list. Children are standard executions: express ones end after five minutes. */
function eachPart(
  step: CalledStep,
  phase: TransformPhase,
  list: Exclude<keyof TransformInput, 'generation' | 'plan'>,
  Next: TransformPhase,
): object {
  return {
    Type: 'Map',
    Label: phase,
    ItemsPath: `$.${list}`,
    ItemSelector: { ...ofBuild, phase, 'index.$': '$$.Map.Item.Value' },
    MaxConcurrency: stepsAtOnce,
    ItemProcessor: {
      ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
      StartAt: 'step',
      States: { step: called(step) },
    },
    ResultPath: null,
    Next,
  };
}

/** Calls the function with this, or with what the state is given. */
function called({ functionArn, partition }: CalledStep, order?: object): object {
  return {
    Type: 'Task',
    Resource: `arn:${partition}:states:::lambda:invoke`,
    Parameters: { FunctionName: functionArn, ...(order ? { Payload: order } : { 'Payload.$': '$' }) },
    OutputPath: '$.Payload',
    TimeoutSeconds: stepSeconds,
    Retry: retries,
    End: true,
  };
}

/** A step may be done twice. What Lambda itself could not do passes; a step that died is done once more. */
const retries = [
  {
    ErrorEquals: [
      'Lambda.ClientExecutionTimeoutException',
      'Lambda.ServiceException',
      'Lambda.AWSLambdaException',
      'Lambda.SdkClientException',
    ],
    ...{ IntervalSeconds: 2, MaxAttempts: 6, BackoffRate: 2 },
  },
  {
    ErrorEquals: ['Lambda.TooManyRequestsException'],
    ...{ IntervalSeconds: 5, MaxAttempts: 10, BackoffRate: 2, MaxDelaySeconds: 120, JitterStrategy: 'FULL' },
  },
  {
    ErrorEquals: ['States.TaskFailed', 'States.Timeout'],
    IntervalSeconds: 10,
    MaxAttempts: 1,
    BackoffRate: 2,
  },
];
