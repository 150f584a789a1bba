import { ServiceError } from '#shared/platform/errors.ts';
import type { Order, OrderReference } from './order.ts';
import type { OrderRepository } from './order-repository.ts';

/** Collisions in a row before giving up; the payment provider then sends its event again. */
const maxAttempts = 8;

/** Changes of orders by compare and swap, so that no change overwrites another. */
export function createOrderUpdates(orders: OrderRepository) {
  async function get(reference: OrderReference): Promise<Order> {
    const found = await orders.find(reference);
    if (!found) throw new ServiceError('not_found', 'There is no such order.');
    return found;
  }

  return {
    /** The order, or `not_found`. */
    get,
    /** Reads, changes and writes, again until no other write came in between. `change` returns its argument for "nothing to do". */
    async update(reference: OrderReference, change: (current: Order) => Order): Promise<Order> {
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const current = await get(reference);
        const changed = change(current);
        if (changed === current) return current;
        const stored = await orders.replace(changed);
        if (stored) return stored;
      }
      throw new ServiceError(
        'internal_error',
        'The order is being changed by another request. Send yours again.',
      );
    },
  };
}
