/**
 * Runs definitions in Amazon States Language, as far as the service's own uses
 * it: Task and Map states in JSONPath. A state, member or path that is not
 * known throws, so that none passes unread.
 */
// biome-ignore lint/suspicious/noExplicitAny: a definition is whatever Step Functions takes.
type Json = any;

export interface MachineSurroundings {
  /** Calls the function of an ARN; rejects with an error whose name is Lambda's where that does not work. */
  invoke(functionArn: string, payload: Json): Promise<unknown>;
  /** Whether the machine's role allows the executions that a distributed map consists of. */
  mayStartParts(): boolean;
}

/** How an execution ended. */
export class ExecutionFailed extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** "Maximum input or output size for a task, state, or execution: 256 KiB" (quotas of Step Functions). */
const mostBytes = 256 * 1024;

/** Runs an execution to its end; its output. */
export function runMachine(definition: Json, input: Json, around: MachineSurroundings): Promise<Json> {
  known(definition, ['Comment', 'StartAt', 'TimeoutSeconds', 'States']);
  return runStates(definition, input, around);
}

async function runStates({ StartAt, States }: Json, input: Json, around: MachineSurroundings): Promise<Json> {
  let data = sized(input);
  for (let name = StartAt; ; ) {
    const state = States[name];
    if (!state) throw new Error(`There is no state ${name}.`);
    data = sized(await runState(state, data, around));
    if (state.End) return data;
    name = state.Next;
  }
}

function runState(state: Json, data: Json, around: MachineSurroundings): Promise<Json> {
  if (state.Type === 'Task') return runTask(state, data, around);
  if (state.Type === 'Map') return runMap(state, data, around);
  throw new Error(`States of the type ${state.Type} are not known here.`);
}

const ends = ['Type', 'Next', 'End'];

async function runTask(state: Json, data: Json, around: MachineSurroundings): Promise<Json> {
  known(state, [...ends, 'Resource', 'Parameters', 'OutputPath', 'TimeoutSeconds', 'Retry']);
  if (!/^arn:[\w-]+:states:::lambda:invoke$/u.test(state.Resource)) throw new Error(`${state.Resource}?`);
  const { FunctionName, Payload = {}, ...others } = filled(state.Parameters, { data });
  known(others, []);
  const answer = await retried(state.Retry, () => around.invoke(FunctionName, sized(Payload)));
  return at({ Payload: answer }, state.OutputPath);
}

/** Again as often as the retrier allows that knows the failure; without the pauses. */
async function retried(retriers: readonly Json[], call: () => Promise<unknown>): Promise<unknown> {
  const attempts = new Map<Json, number>();
  for (;;) {
    const { answer, failure } = await call().then(
      (given) => ({ answer: given, failure: undefined }),
      (error) => ({ answer: undefined, failure: error instanceof Error ? error : new Error(String(error)) }),
    );
    if (!failure) return answer;
    const { name, message } = failure;
    const retrier = retriers.find(({ ErrorEquals }) =>
      [name, 'States.TaskFailed'].some((each) => ErrorEquals.includes(each)),
    );
    const done = attempts.get(retrier) ?? 0;
    if (!retrier || done >= retrier.MaxAttempts) throw new ExecutionFailed(name, message);
    attempts.set(retrier, done + 1);
  }
}

async function runMap(state: Json, data: Json, around: MachineSurroundings): Promise<Json> {
  const own = ['Label', 'ItemsPath', 'ItemSelector', 'MaxConcurrency', 'ItemProcessor', 'ResultPath'];
  known(state, [...ends, ...own]);
  const { ProcessorConfig, ...processor } = state.ItemProcessor;
  if (ProcessorConfig.Mode !== 'DISTRIBUTED') throw new Error('Only distributed maps are known here.');
  if (state.ResultPath !== null) throw new Error('Results are left alone.');
  // "Label: must be unique, at most 40 characters".
  if (!/^[\w-]{1,40}$/u.test(state.Label)) throw new Error(`The label ${state.Label} is none.`);
  if (!around.mayStartParts())
    throw new ExecutionFailed('States.Permissions', 'The role may not start executions.');
  const items: Json[] = at(data, state.ItemsPath);
  const results: Json[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < items.length; index = next++) {
      const given = filled(state.ItemSelector, { data, item: items[index] });
      results[index] = await runStates(processor, given, around).catch((error: Error) => {
        throw new ExecutionFailed(
          'States.ExceedToleratedFailureThreshold',
          `${error.name}: ${error.message}`,
        );
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(state.MaxConcurrency, 4) }, work));
  sized(results);
  return data;
}

interface Given {
  readonly data: Json;
  readonly item?: Json;
}

/** Members whose names end with `.$` are paths. */
function filled(template: Json, given: Given): Json {
  return Object.fromEntries(
    Object.entries<Json>(template).map(([name, value]) => {
      if (name.endsWith('.$')) return [name.slice(0, -2), valueAt(value, given)];
      return [name, typeof value === 'object' && value !== null ? filled(value, given) : value];
    }),
  );
}

function valueAt(path: string, { data, item }: Given): Json {
  return path === '$$.Map.Item.Value' ? item : at(data, path);
}

function at(data: Json, path: string): Json {
  if (path === '$') return data;
  const name = /^\$\.(?<name>\w+)$/u.exec(path)?.groups?.name ?? '';
  if (!(name in data)) throw new ExecutionFailed('States.Runtime', `The path ${path} leads nowhere.`);
  return data[name];
}

function known(value: Json, names: readonly string[]): void {
  const others = Object.keys(value).filter((name) => !names.includes(name));
  if (others.length > 0) throw new Error(`Not known here: ${others.join(', ')}.`);
}

function sized(value: Json): Json {
  const bytes = Buffer.byteLength(JSON.stringify(value ?? null));
  if (bytes <= mostBytes) return value;
  throw new ExecutionFailed('States.DataLimitExceeded', `A state has ${bytes} bytes.`);
}
