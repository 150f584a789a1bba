import fc from 'fast-check';
import { createSpend } from '#shared/facts/ports/fact.ts';

describe('the spend of a call', () => {
  it('counts a request with its price until an answer says what it cost', () => {
    const spend = createSpend();
    const cost = spend.begin(15_000);
    expect([spend.microUsd, spend.estimatedMicroUsd]).toEqual([15_000, 15_000]);
    cost.settle(12_480);
    expect([spend.microUsd, spend.estimatedMicroUsd]).toEqual([12_480, 0]);
  });

  it('takes the first settlement and no other', () => {
    const spend = createSpend();
    const cost = spend.begin(2_000);
    cost.settle(0);
    cost.settle(2_000);
    expect(spend.microUsd).toBe(0);
  });

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses %d as a price and as a cost',
    (amount) => {
      const spend = createSpend();
      expect(() => spend.begin(amount)).toThrow(RangeError);
      const cost = spend.begin(10);
      expect(() => cost.settle(amount)).toThrow(RangeError);
      expect(spend.microUsd).toBe(10);
    },
  );

  it('adds up in whatever order answers come: costs of those settled, prices of the others', () => {
    const requests = fc.array(fc.record({ price: fc.nat(50_000), cost: fc.option(fc.nat(50_000)) }));
    fc.assert(
      fc.property(requests, fc.func(fc.nat()), (some, order) => {
        const spend = createSpend();
        const open = some.map(({ price, cost }) => ({ ...spend.begin(price), cost }));
        const settled = open.filter(({ cost }) => cost !== null).toSorted((a, b) => order(a) - order(b));
        for (const { settle, cost } of settled) settle(cost ?? 0);
        const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
        const lost = sum(some.filter(({ cost }) => cost === null).map(({ price }) => price));
        expect(spend.estimatedMicroUsd).toBe(lost);
        expect(spend.microUsd).toBe(lost + sum(some.map(({ cost }) => cost ?? 0)));
      }),
      { numRuns: 100, seed: 12 },
    );
  });
});
