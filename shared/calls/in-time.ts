import { ServiceError } from '#shared/platform/errors.ts';

/** The value of the work, or `otherwise` where it takes longer than `ms`. Late work goes on unheard and must not reject. */
export async function inTime<Value, Other>(
  work: Promise<Value>,
  ms: number,
  otherwise: () => Other | Promise<Other>,
): Promise<Value | Other> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Other>((resolve) => {
    timer = setTimeout(() => resolve(otherwise()), Math.max(0, ms));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export function outOfTime(): ServiceError {
  return new ServiceError(
    'upstream_timeout',
    'The answer was not ready in time and nothing was charged. Try again, or ask for less at once.',
  );
}
