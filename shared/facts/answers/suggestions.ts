import { defaultMarket } from '#shared/contract/fields.ts';
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
export function marketArguments({ location, language }: Market): Arguments {
  return {
    ...(location.name === defaultMarket.location ? {} : { location: location.name }),
    ...(language.name === defaultMarket.language ? {} : { language: language.name }),
  };
}

/** The market in words: `United States (English)`. */
export function marketName({ location, language }: Market): string {
  return `${location.name} (${language.name})`;
}
