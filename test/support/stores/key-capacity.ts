import { tables as definitions } from '#shared/platform/dynamo/tables.ts';

/** Units a second that one partition key has (DynamoDB developer guide, "Burst and adaptive capacity"). */
const usualLimits = { write: 1_000, read: 3_000 };

export interface CapacityOptions {
  /** Units a second and key in place of DynamoDB's own. */
  readonly limits?: { readonly write: number; readonly read: number };
  /** Milliseconds; a test may own the time. */
  readonly clock?: () => number;
}

/** What a request of the database says of itself, as far as its capacity goes. */
export interface KeyedRequest {
  readonly TableName?: string;
  readonly Key?: Readonly<Record<string, unknown>>;
  readonly Item?: Readonly<Record<string, unknown>>;
}

interface Budget {
  left: number;
  at: number;
}

/** The capacity of each partition key: what a request of one item may take, and what it took. */
export function createKeyCapacity({ limits = usualLimits, clock = Date.now }: CapacityOptions = {}) {
  const budgets = new Map<string, Budget>();

  /** The budget of a key as it is now; a second's units at most. */
  function budgetOf(place: string, perSecond: number): Budget {
    const now = clock();
    const budget = budgets.get(place) ?? { left: perSecond, at: now };
    budget.left = Math.min(perSecond, budget.left + ((now - budget.at) / 1_000) * perSecond);
    budget.at = now;
    budgets.set(place, budget);
    return budget;
  }

  return {
    /**
     * Lets a request of one item in: undefined where its key has nothing left, else what to call with the
     * units that it took. Requests of other kinds are let in as they are.
     */
    admit(operation: string, input: KeyedRequest): ((units: number) => void) | undefined {
      const isWrite = isItemWrite(operation);
      const key = partitionOf(input);
      if (key === undefined) return () => {};
      const budget = budgetOf(`${isWrite} ${input.TableName} ${key}`, isWrite ? limits.write : limits.read);
      if (budget.left <= 0) return undefined;
      // What the request takes is known with its answer; until then a unit keeps the others of this moment out.
      budget.left -= 1;
      return (units) => {
        budget.left -= units - 1;
      };
    },
  };
}

export const isItemWrite = (operation: string) => /^(?:Put|Update|Delete)Item$/u.test(operation);

/** What DynamoDB answers to a request that it did not carry out for want of capacity; status 400. */
export const throttledBody = JSON.stringify({
  __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
  message: 'The level of configured provisioned throughput for the table was exceeded.',
});

/** The units that an answer says it took. */
export function unitsOf(body: string): number {
  const { ConsumedCapacity } = JSON.parse(body) as { ConsumedCapacity?: { CapacityUnits?: number } };
  return ConsumedCapacity?.CapacityUnits ?? 1;
}

/** The partition key that a request of one item goes to. */
function partitionOf({ TableName = '', Key, Item }: KeyedRequest): string | undefined {
  const definition = Object.entries(definitions).find(([name]) => TableName.endsWith(name))?.[1];
  const item = Key ?? Item;
  return definition && item && JSON.stringify(item[definition.partitionKey]);
}
