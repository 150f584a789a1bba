import { noCheckoutClients, withoutCheckout } from '#functions/mcp/services.ts';

describe('the clients that get no link to a checkout', () => {
  it('are the usual ones where nothing is set, none where that is said, else those that are named', () => {
    expect(noCheckoutClients(undefined)).toContain('chatgpt.com');
    expect(noCheckoutClients('none')).toEqual([]);
    expect(noCheckoutClients(' a.example, https://b.example/client.json ,')).toEqual([
      'a.example',
      'https://b.example/client.json',
    ]);
  });

  const link = 'https://oriel.example/billing';
  const problem = {
    code: 'insufficient_credits',
    detail: `Buy credits at ${link}.`,
    credits_required: 3,
    balance: 1,
    action_url: link,
  };
  const refusedTo = (clientId: string, setting: string, redirectHost = 'app.example') => {
    const services = {
      noCheckoutClients: noCheckoutClients(setting),
      dashboardUrl: 'https://oriel.example',
    };
    const caller = { services, principal: { client: { clientId, redirectHost } } } as never;
    return JSON.stringify(withoutCheckout(caller, { problem, error: undefined } as never).problem);
  };

  it.each([
    ['its id, as it registered itself', 'client_k3j2', 'client_k3j2'],
    ['its id, the address of its document', 'https://b.example/client.json', 'https://b.example/client.json'],
    ['the host of its document', 'https://b.example/client.json', 'b.example'],
    ['the host that its answers go to', 'client_k3j2', 'app.example'],
  ])(
    'are known by %s, and told that the credits are used up and where the account is',
    (_by, id, setting) => {
      const told = refusedTo(id, setting);
      expect(told).not.toContain('billing');
      expect(told).toContain('used up');
      expect(told).toContain('https://oriel.example/account');
    },
  );

  it('are those that are named, and no others', () => {
    expect(refusedTo('client_k3j2', 'client_other, other.example')).toContain(link);
    expect(refusedTo('client_k3j2', 'none')).toContain(link);
  });
});
