/** Frames of the provider's wire. */

export interface TaskAnswer {
  readonly statusCode: number;
  readonly statusMessage: string;
  readonly costMicroUsd: number;
  readonly result: readonly unknown[] | null;
}

export function ok(result: unknown, costMicroUsd: number): TaskAnswer {
  return { statusCode: 20_000, statusMessage: 'Ok.', costMicroUsd, result: [result] };
}

export function refused(statusCode: number, statusMessage: string, costMicroUsd = 0): TaskAnswer {
  return { statusCode, statusMessage, costMicroUsd, result: null };
}

/** The envelope around tasks. HTTP is 200 for failed tasks too. */
export function envelope(
  path: string,
  task: unknown,
  answers: readonly TaskAnswer[],
): Record<string, unknown> {
  const cost = answers.reduce((sum, answer) => sum + answer.costMicroUsd, 0) / 1e6;
  return {
    version: '0.1.20261019',
    status_code: 20_000,
    status_message: 'Ok.',
    time: '0.1034 sec.',
    cost,
    tasks_count: answers.length,
    tasks_error: answers.filter(({ statusCode }) => statusCode >= 30_000).length,
    tasks: answers.map(({ statusCode, statusMessage, costMicroUsd, result }, at) => ({
      id: `11201500-0000-0000-0000-${String(at + 1).padStart(12, '0')}`,
      status_code: statusCode,
      status_message: statusMessage,
      time: '0.0921 sec.',
      cost: costMicroUsd / 1e6,
      result_count: result?.length ?? 0,
      path: path.split('/').filter((part) => part !== ''),
      data: task ?? {},
      result,
    })),
  };
}

/** The envelope of a request that was refused as a whole, with the HTTP status that goes with it. */
export function refusal(statusCode: number, statusMessage: string): Record<string, unknown> {
  return {
    version: '0.1.20261019',
    status_code: statusCode,
    status_message: statusMessage,
    time: '0 sec.',
    cost: 0,
    tasks_count: 0,
    tasks_error: 0,
    tasks: null,
  };
}
