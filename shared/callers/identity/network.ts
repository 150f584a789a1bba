/**
 * The network that a caller's address is part of, in which people and their
 * devices move: `198.51.100.0/24` of IPv4, `2001:db8:1::/48` of IPv6. Takes
 * addresses in the form that `callerAddress` gives them: IPv4, or the first four
 * groups of IPv6.
 */
export function networkOf(callerAddress: string): string {
  if (callerAddress.includes('.')) return `${callerAddress.split('.').slice(0, 3).join('.')}.0/24`;
  return `${callerAddress.split(':').slice(0, 3).join(':')}::/48`;
}
