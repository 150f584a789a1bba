import { deliver } from '#functions/destinations/deliver.ts';
import type { Foundation } from '#functions/foundation.ts';

type Order = Parameters<Foundation['queueDeliveries']>[0][number];

/** Tries at once, and of them those of one account: so many that hang keep no other account waiting. */
const most = 16;
const mostOfAccount = 4;

/** What SQS and the function behind it do when deployed: one try after the other for each destination, some side by side. */
export function createDeliveries(foundation: () => Foundation) {
  const waiting: Order[] = [];
  const running = new Map<Order, Promise<void>>();
  let send: ReturnType<typeof deliver> | undefined;
  const isFree = ({ account_id, destination_id }: Order) => {
    const others = [...running.keys()].filter((one) => one.account_id === account_id);
    return others.length < mostOfAccount && !others.some((one) => one.destination_id === destination_id);
  };
  const run = async (order: Order): Promise<void> => {
    send ??= deliver(foundation());
    await send({ Records: [{ messageId: order.delivery_id, body: JSON.stringify(order) }] }).catch(
      (cause: unknown) => foundation().logger.error('delivery failed', { cause }),
    );
    running.delete(order);
    next();
  };
  const next = () => {
    for (let at = 0; at < waiting.length && running.size < most; ) {
      const order = waiting[at];
      if (order && isFree(order)) {
        waiting.splice(at, 1);
        running.set(order, run(order));
      } else at += 1;
    }
  };
  return {
    async queue(orders: readonly Order[]): Promise<void> {
      waiting.push(...orders);
      next();
    },
    /** What waits is due again by itself. */
    async close(): Promise<void> {
      waiting.length = 0;
      await Promise.all(running.values());
    },
  };
}
