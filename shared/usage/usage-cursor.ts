import { createHmac, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '#shared/errors.ts';

/** Cursors of one account's usage list: opaque, and useless with any other account or secret. */
export interface UsageCursors {
  /** A cursor that goes on after the record `id`. */
  sign(accountId: string, id: string): string;
  /** The id in a cursor; `validation_error` for one that was not signed here for this account. */
  read(accountId: string, cursor: string): string;
}

export function createUsageCursors(secret: string): UsageCursors {
  const seal = (accountId: string, id: string) =>
    createHmac('sha256', secret).update(`usage-cursor\n${accountId}\n${id}`).digest().subarray(0, 16);

  return {
    sign: (accountId, id) =>
      `${Buffer.from(id).toString('base64url')}.${seal(accountId, id).toString('base64url')}`,

    read(accountId, cursor) {
      const [encodedId = '', encodedSeal = ''] = cursor.split('.');
      const id = Buffer.from(encodedId, 'base64url').toString();
      const given = Buffer.from(encodedSeal, 'base64url');
      const expected = seal(accountId, id);
      if (given.length === expected.length && timingSafeEqual(given, expected)) return id;
      const message = 'The cursor is not one of this list. Start again without a cursor.';
      throw new ServiceError('validation_error', message, {
        faults: [{ pointer: '/cursor', loc: ['query', 'cursor'], type: 'cursor', message }],
      });
    },
  };
}
