import { removeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import type { TableAccess } from '#shared/platform/dynamo/tables.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { heldBy } from './idempotency-item.ts';

interface Stores extends Pick<TableAccess<'idempotency'>, 'documents' | 'tables'> {
  readonly objects: Pick<ObjectStore, 'list' | 'delete'>;
}

/** What removes the answers that are kept for repeats of a holder's calls. May be repeated. */
export function openForgetting({ documents, tables, objects }: Stores) {
  const table = { documents, name: tables.idempotency };
  return {
    /** `place` is that of the claim (`IdempotencyClaim`). */
    async forgetKeptAnswer(holder: string, place: string): Promise<void> {
      await removeItem(table, { pk: heldBy(holder, place) });
    },
    /** Those that are too large for an item. */
    async forgetLargeAnswers(holder: string): Promise<void> {
      for await (const key of objects.list(`idempotency/${holder}/`)) await objects.delete(key);
    },
  };
}
