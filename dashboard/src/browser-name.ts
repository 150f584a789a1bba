const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'];
const systems = ['iPhone', 'iPad', 'Android', 'Windows', 'Macintosh', 'Linux'];
const plainNames: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', Macintosh: 'Mac' };

/** `Firefox on Linux`, as far as a user agent tells. */
export function browserName(userAgent: string): string {
  const find = (names: readonly string[]) => names.find((name) => userAgent.includes(name));
  const plain = (name: string | undefined) => (name ? (plainNames[name] ?? name) : undefined);
  const browser = plain(find(browsers)) ?? 'A browser';
  const system = plain(find(systems));
  return system ? `${browser} on ${system}` : browser;
}

/** Whether the service runs on the machine of its operator: no other is reached by such a name. */
export function isOneMachine(): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
}
