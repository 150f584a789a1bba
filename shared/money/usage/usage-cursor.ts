import { createHmac, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '#shared/platform/errors.ts';
import type { SigningKeyList } from '#shared/platform/secrets/service-secrets.ts';

/** Cursors of one account's usage list: opaque, and useless with any other account or secret. */
export function createUsageCursors(keys: SigningKeyList) {
  const seal = (key: string, accountId: string, id: string) =>
    createHmac('sha256', key).update(`usage-cursor\n${accountId}\n${id}`).digest().subarray(0, 16);

  return {
    /** A cursor that continues after the record `id`. */
    sign: (accountId: string, id: string): string =>
      `${Buffer.from(id).toString('base64url')}.${seal(keys[0], accountId, id).toString('base64url')}`,

    /** The id in a cursor; `validation_error` for one that was not signed here for this account. */
    read(accountId: string, cursor: string): string {
      const [encodedId = '', encodedSeal = ''] = cursor.split('.');
      const id = Buffer.from(encodedId, 'base64url').toString();
      const given = Buffer.from(encodedSeal, 'base64url');
      const isSealedWith = (key: string) => {
        const expected = seal(key, accountId, id);
        return given.length === expected.length && timingSafeEqual(given, expected);
      };
      if (keys.some(isSealedWith)) return id;
      const message = 'The cursor is not one of this list. Start again without a cursor.';
      throw new ServiceError('validation_error', message, {
        faults: [{ pointer: '/cursor', loc: ['query', 'cursor'], type: 'cursor', message }],
      });
    },
  };
}
