const names: Readonly<Record<string, string>> = {
  api_key: 'API key',
  session: 'Dashboard',
  oauth: 'Agent',
};

/** Who made a call, in words. */
export function sourceName(authSource: string): string {
  return names[authSource] ?? authSource;
}
