import { resolveMarket } from '#shared/facts/markets/markets.ts';
import type { Market } from '#shared/facts/ports/market.ts';

const markets = new Map<string, Market>();

/** Market and name of a partition such as `K#2840:en#coffee grinder`. */
export function marketOfKey(pk: string): { readonly market: Market; readonly name: string } {
  const start = pk.indexOf('#') + 1;
  const end = pk.indexOf('#', start);
  return { market: marketNamed(pk.slice(start, end)), name: pk.slice(end + 1) };
}

/** The market of a key such as `2840:en`. */
export function marketNamed(key: string): Market {
  const known = markets.get(key);
  if (known) return known;
  const [location, language] = key.split(':');
  const market = resolveMarket({ location, language });
  markets.set(key, market);
  return market;
}
