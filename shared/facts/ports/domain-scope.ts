/** Whether a listed host belongs to a domain: the domain itself or one below it. `www.` counts for nothing. */
export function coversHost(domain: string, host: string): boolean {
  const bare = withoutWww(host.toLowerCase());
  return bare === domain || bare.endsWith(`.${domain}`);
}

/** A host as rivals, pages and requests name it, so that rows of different answers join. */
export function withoutWww(host: string): string {
  return host.replace(/^www\./u, '');
}
