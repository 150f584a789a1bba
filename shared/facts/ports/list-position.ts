import { ServiceError } from '#shared/platform/errors.ts';

/** A `cursor` that names no position in the list it was sent for. */
export function notAPosition(): ServiceError {
  return new ServiceError(
    'validation_error',
    'Send the `next_cursor` of an earlier answer about this dataset, or no cursor to begin at its start.',
    {
      faults: [
        {
          pointer: '/cursor',
          loc: ['body', 'cursor'],
          type: 'cursor',
          message: 'Not a position in this dataset.',
        },
      ],
    },
  );
}
