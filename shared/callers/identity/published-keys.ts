import * as v from 'valibot';
import * as identityKeys from './identity-keys.ts';
import { type IdentityTable, putItem, readItem } from './identity-table.ts';
import { type PublicKey, publicKey } from './signing-keys.ts';

/** A rotation publishes a key long before it signs, so a copy this old still knows every key in use. */
const cacheMs = 5 * 60_000;
/** Unknown key ids re-read the item at most this often, so that forged tokens cost no reads. */
const minRefreshMs = 10_000;

const item = v.object({ keys: v.array(publicKey) });

export type PublishedKeys = ReturnType<typeof createPublishedKeys>;

/** The public halves of the signing keys, where functions without access to the secret find them. */
export function createPublishedKeys(table: IdentityTable) {
  let known: readonly PublicKey[] = [];
  let readAt = Number.NEGATIVE_INFINITY;

  let reading: Promise<void> | undefined;

  async function readNow(): Promise<void> {
    known = (await readItem(table, item, identityKeys.publicKeys()))?.keys ?? [];
    readAt = table.clock();
  }

  /** One read for all who wait for it: a second caller must not find the list still empty. */
  function read(): Promise<void> {
    reading ??= readNow().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  const withId = (kid: string) => known.find((key) => key.kid === kid);

  return {
    async find(kid: string): Promise<PublicKey | undefined> {
      const age = table.clock() - readAt;
      if (age > cacheMs || (!withId(kid) && age > minRefreshMs)) await read();
      return withId(kid);
    },
    /** Publishes the keys; call it before signing with them. */
    async publish(keys: readonly PublicKey[]): Promise<void> {
      await read();
      if (keys.length === known.length && keys.every((key) => withId(key.kid))) return;
      await putItem(table, identityKeys.publicKeys(), { keys: [...keys] });
      known = keys;
    },
  };
}
