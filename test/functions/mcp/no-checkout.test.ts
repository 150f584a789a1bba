import { noCheckoutClients } from '#functions/mcp/no-checkout.ts';

describe('the clients that get no link to a checkout', () => {
  it('are the usual ones where nothing is set, none where that is said, else those that are named', () => {
    expect(noCheckoutClients(undefined)).toContain('chatgpt.com');
    expect(noCheckoutClients('none')).toEqual([]);
    expect(noCheckoutClients(' a.example, https://b.example/client.json ,')).toEqual([
      'a.example',
      'https://b.example/client.json',
    ]);
  });
});
