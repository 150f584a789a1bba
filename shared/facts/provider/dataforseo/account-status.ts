import * as v from 'valibot';
import { createSpend } from '#shared/facts/ports/fact.ts';
import type { Failure } from './client/failure.ts';
import { createHttpClient, type ProviderAccount } from './client/http-client.ts';
import { number, part, text } from './wire/wire.ts';

export interface AccountStatus {
  readonly balanceUsd: number | null;
  readonly paidInUsd: number | null;
  /** As the provider states them; null where the account has none of its own. */
  readonly limits: unknown;
  readonly prices: readonly Price[];
}

export interface Price {
  /** Such as `dataforseo_labs/google/ranked_keywords/live/priority_normal`. */
  readonly function: string;
  readonly costUsd: number;
  /** `per_request` or `per_result`; null where the provider does not say. */
  readonly per: string | null;
}

const userData = v.object({
  money: part({ balance: number, total: number, limits: v.optional(v.unknown()) }),
  rates: part({ limits: v.optional(v.unknown()) }),
  price: v.optional(v.unknown()),
});

const priceLeaf = v.object({ cost: v.number(), cost_type: text });
/** The price list is a tree of unknown depth: API, engine, function, priority. */
const deepest = 8;

/** The status, or why it cannot be read. */
export type AccountStatusRead =
  | { readonly ok: true; readonly status: AccountStatus }
  | { readonly ok: false; readonly failure: Failure };

/** Asks for the account's status; costs nothing. */
export async function readAccountStatus(
  account: ProviderAccount,
  signal: AbortSignal,
): Promise<AccountStatusRead> {
  const http = createHttpClient(account);
  const outcome = await http({
    path: '/v3/appendix/user_data',
    priceMicroUsd: 0,
    signal,
    spend: createSpend(),
  });
  if (!outcome.ok) return outcome;
  const { money, rates, price } = v.parse(userData, outcome.result[0] ?? {});
  const status = {
    balanceUsd: money?.balance ?? null,
    paidInUsd: money?.total ?? null,
    limits: { money: money?.limits ?? null, rates: rates?.limits ?? null },
    prices: pricesIn(price, [], deepest),
  };
  return { ok: true, status };
}

function pricesIn(tree: unknown, path: readonly string[], depth: number): Price[] {
  if (typeof tree !== 'object' || tree === null || depth === 0) return [];
  const leaf = v.safeParse(priceLeaf, tree);
  if (leaf.success)
    return [{ function: path.join('/'), costUsd: leaf.output.cost, per: leaf.output.cost_type }];
  return Object.entries(tree).flatMap(([name, branch]) =>
    // A list holds alternatives of one function, not functions of its own.
    pricesIn(branch, Array.isArray(tree) ? path : [...path, name], depth - 1),
  );
}
