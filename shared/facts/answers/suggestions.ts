import { defaultMarket } from '#shared/contract/fields.ts';
import type { SearchOpportunity } from '#shared/contract/own-rows.ts';
import type { ToolName } from '#shared/contract/tool.ts';
import type { Market } from '#shared/facts/ports/market.ts';
import type { Suggestion } from './tool-answer.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** Suggests a call that can be sent as it stands. */
export type Suggest = (tool: ToolName, args: Arguments, useWhen: string) => Suggestion;

/** A suggestion that no market bears on. */
export const suggestAnywhere: Suggest = (tool, args, useWhen) => ({ tool, args, use_when: useWhen });

/** Suggestions that stay in the market of the answer they come with. */
export function suggestionsIn(market: Market): Suggest {
  const where = marketArguments(market);
  return (tool, args, useWhen) => suggestAnywhere(tool, { ...args, ...where }, useWhen);
}

/** `location` and `language` of a request; empty for the market that is the default of every tool. */
function marketArguments({ location, language }: Market): Arguments {
  return {
    ...(location.name === defaultMarket.location ? {} : { location: location.name }),
    ...(language.name === defaultMarket.language ? {} : { language: language.name }),
  };
}

/** The market in words: `United States (English)`. */
export function marketName({ location, language }: Market): string {
  return `${location.name} (${language.name})`;
}

/**
 * Opportunities as an export shows them, with calls that can answer: of the query's listing in the market
 * that was asked about where a source can fetch it, else the audit of its page.
 */
export function withSendableCalls(
  rows: readonly SearchOpportunity[],
  domain: string,
  market: Market,
  hasLiveListings: boolean,
): SearchOpportunity[] {
  const where = marketArguments(market);
  return rows.map((row) => {
    const { tool, args } = row.next_call;
    if (tool !== 'inspect_serp') return row;
    const next_call = hasLiveListings
      ? { tool, args: { ...args, ...where } }
      : { tool: 'audit_site' as const, args: { domain, ...(row.page !== null && { urls: [row.page] }) } };
    return { ...row, next_call };
  });
}
