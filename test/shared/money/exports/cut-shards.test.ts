import { cutShards } from '#shared/money/exports/day-shards.ts';

describe('a cut of counted rows', () => {
  const accountsWith = (accounts: number, rows: number) =>
    Array.from({ length: accounts }, (_, index) => ({ account_id: `acct_${index}`, rows }));

  it('names an account with many rows once in each shard', () => {
    const shards = cutShards(accountsWith(1, 450), { files: 2, partRows: 100 });
    expect(shards).toEqual([
      { firstPart: 1, spans: [{ account_id: 'acct_0', skip: 0, take: 200 }] },
      { firstPart: 3, spans: [{ account_id: 'acct_0', skip: 200, take: 200 }] },
      { firstPart: 5, spans: [{ account_id: 'acct_0', skip: 400, take: 50 }] },
    ]);
  });

  it('ends with the file in which it comes to a thousand accounts, which an order has room for', () => {
    const shards = cutShards(accountsWith(2_500, 1), { files: 10, partRows: 400 });
    expect(shards.map(({ firstPart, spans }) => [firstPart, spans.length])).toEqual([
      [1, 1_200],
      [4, 1_200],
      [7, 100],
    ]);
  });
});
