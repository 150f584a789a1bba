/** Whether a listed host belongs to a domain: the domain itself or one below it. `www.` counts for nothing. */
export function coversHost(domain: string, host: string): boolean {
  const bare = host.toLowerCase().replace(/^www\./u, '');
  return bare === domain || bare.endsWith(`.${domain}`);
}
