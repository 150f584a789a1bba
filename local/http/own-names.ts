import { isIP } from 'node:net';

/**
 * Whether a request that came under this name is meant for this machine. A
 * page of the web can point a name of its own at a loopback address, and the
 * browser then takes that page and this service, with its mailbox of sign-in
 * codes, for one site. Such a name is a public one: addresses, names without a
 * dot, `.localhost`, `.local` and the name of `baseUrl` cannot be turned so.
 */
export function createOwnNames(baseUrl: string): (host: string | undefined) => boolean {
  const ownName = new URL(baseUrl).hostname;
  return (host) => {
    // Browsers always send the name.
    if (host === undefined) return true;
    const name = URL.parse(`http://${host}`)?.hostname ?? '';
    return (
      name === ownName ||
      isIP(name.replace(/^\[|\]$/gu, '')) !== 0 ||
      /^[^.]+$/u.test(name) ||
      /\.(?:localhost|local)$/u.test(name)
    );
  };
}
