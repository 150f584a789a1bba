import { callerAddress } from '#shared/http/call.ts';
import { gatewayEvent } from '#test/support/gateway-event.ts';

const secret = 'known to the distribution and to us, and to nobody else';

function addressOf(
  sourceIp: string,
  headers: Record<string, string> = {},
  known: string | undefined = secret,
) {
  return callerAddress(gatewayEvent({ path: '/session/code', sourceIp }), headers, known);
}

describe('the address that limits are counted by', () => {
  it('is the one that the gateway saw, whatever the caller claims', () => {
    const claims = {
      'x-viewer-address': '203.0.113.1',
      'x-forwarded-for': '203.0.113.2',
      'x-real-ip': '203.0.113.3',
      'cloudfront-viewer-address': '203.0.113.4:443',
      forwarded: 'for=203.0.113.5',
    };
    expect(addressOf('198.51.100.7', claims)).toBe('198.51.100.7');
    for (const guess of ['', 'guess', `${secret} `, secret.toUpperCase()])
      expect(addressOf('198.51.100.7', { ...claims, 'x-origin-verify': guess })).toBe('198.51.100.7');
  });

  it('is the one that the distribution saw, where the request proves that it came from there', () => {
    const fromEdge = { 'x-viewer-address': '203.0.113.1', 'x-origin-verify': secret };
    expect(addressOf('198.51.100.7', fromEdge)).toBe('203.0.113.1');
    expect(addressOf('198.51.100.7', { 'x-origin-verify': secret })).toBe('198.51.100.7');
  });

  it('trusts no header without a distribution', () => {
    for (const proof of ['', 'undefined', secret]) {
      const headers = { 'x-viewer-address': '203.0.113.1', 'x-origin-verify': proof };
      expect(callerAddress(gatewayEvent({ path: '/', sourceIp: '127.0.0.1' }), headers, undefined)).toBe(
        '127.0.0.1',
      );
    }
  });

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::1', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002:ffff::', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8::2', '2001:db8:0:0'],
    ['2001:db8:0:0:1::', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
  ])('counts all of an IPv6 network as one, however it is written: %s', (address, network) => {
    expect(addressOf(address)).toBe(network);
  });
});
