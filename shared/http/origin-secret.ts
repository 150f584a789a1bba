import type { LiveFoundation } from './live-foundation.ts';

/** What the distribution proves itself with; undefined where the function was not granted it. */
export async function readOriginSecret({
  config,
  secretStore,
}: Pick<LiveFoundation, 'config' | 'secretStore'>): Promise<string | undefined> {
  const { origin } = config.secretArns;
  return origin === undefined ? undefined : secretStore.read(origin);
}
