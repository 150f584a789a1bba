import { isPublicAddress, screenUrl } from '#shared/site-audit/fetch/target-url.ts';
import {
  closedIpv4,
  closedIpv6,
  disguises,
  embeddings,
  malformed,
  openIpv4,
  openIpv6,
  openUrls,
  reservedNames,
} from './crafted-addresses.ts';

const verdict = (text: string) => {
  const screened = screenUrl(text);
  return screened.ok ? 'fetched' : 'refused';
};

describe('addresses a caller may name', () => {
  const crafted = [
    ...closedIpv4.map((address) => `http://${address}/`),
    ...closedIpv4.map((address) => `https://${address}:8443/latest/meta-data/`),
    ...['127.0.0.1', '10.0.0.1', '169.254.169.254', '192.168.1.1', '8.8.8.8'].flatMap((address) =>
      embeddings(address).map((form) => `http://[${form}]/`),
    ),
    ...closedIpv6.map((address) => `http://[${address}]/`),
    ...disguises.map((host) => `http://${host}/`),
    ...disguises.map((host) => `//${host}/`),
    ...reservedNames.map((host) => `http://${host}/`),
    ...malformed,
  ];

  it('are hundreds in this list of crafted ones, and every one is refused', () => {
    expect(crafted.length).toBeGreaterThan(330);
    expect(crafted.filter((text) => verdict(text) === 'fetched')).toEqual([]);
  });

  it('are refused just as well when a page refers to them', () => {
    const base = new URL('https://shop.com/a/b');
    const references = [
      ...disguises.map((host) => `//${host}/`),
      'http:127.1',
      '//[::1]/',
      'http://10.0.0.1/',
    ];
    expect(references.filter((text) => screenUrl(text, base).ok)).toEqual([]);
  });

  it.each([
    ...openUrls,
    ...openIpv4.map((ip) => `http://${ip}/`),
    ...openIpv6.map((ip) => `https://[${ip}]/`),
  ])('include the ordinary public %s', (text) => {
    expect(verdict(text)).toBe('fetched');
  });

  it('keep to public addresses at the edges of every range', () => {
    expect(closedIpv4.filter(isPublicAddress)).toEqual([]);
    expect(closedIpv6.filter(isPublicAddress)).toEqual([]);
    expect([...openIpv4, ...openIpv6].filter((address) => !isPublicAddress(address))).toEqual([]);
  });

  it('say whether text or target is at fault', () => {
    expect(screenUrl('ftp://shop.com/')).toMatchObject({ reason: 'invalid_url' });
    expect(screenUrl('http://10.0.0.1/')).toMatchObject({ reason: 'unsafe_address' });
    expect(screenUrl('http://2130706433/')).toMatchObject({ reason: 'unsafe_address' });
  });

  it('lose fragment and trailing dot, and nothing else', () => {
    const screened = screenUrl('https://Shop.com./a?b=%20c#d');
    expect(screened.ok && screened.url.href).toBe('https://shop.com/a?b=%20c');
  });
});
