import * as v from 'valibot';
import type { NextAction } from '#shared/contract/envelope.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import { marketName } from '#shared/facts/answers/answer.ts';
import type { Market } from '#shared/facts/ports/fact.ts';
import type { OwnSites } from '#shared/facts/ports/own-sites.ts';
import type { IndexNotes, Subject } from '#shared/facts/ports/sources.ts';

const mostMarkets = 3;

const text = v.optional(v.string());
const subjects = v.looseObject({ domain: text, url: text, keyword: text, query: text, seed: text });

interface Asked {
  readonly tool: Pick<ToolContract, 'name' | 'credits'>;
  readonly input: Readonly<Record<string, unknown>>;
  readonly market: Market;
}

/**
 * The same call in other markets that know its subject, those first of which the account has figures of its own.
 */
export async function knownElsewhere(
  { tool, input, market }: Asked,
  notes: IndexNotes,
  own: OwnSites | undefined,
): Promise<readonly NextAction[]> {
  const subject = subjectOf(input);
  if (!subject) return [];
  const [markets, countries = []] = await Promise.all([
    notes.knownIn(subject, market),
    'domain' in subject ? own?.countries(subject.domain) : undefined,
  ]);
  const ofOwn = countries.map((location) => ({
    tool: tool.name,
    args: { ...input, location },
    use_when: `Your own figures of ${nameOf(subject)} are of ${location}: the same question there.`,
    credits: tool.name === 'inspect_domain' ? 0 : tool.credits,
  }));
  const elsewhere = markets.slice(0, mostMarkets).map((other) => ({
    tool: tool.name,
    args: { ...input, location: other.location.name, language: other.language.name },
    use_when: `${nameOf(subject)} is known in ${marketName(other)}: the same question there.`,
    credits: tool.credits,
  }));
  return [...ofOwn, ...elsewhere].slice(0, mostMarkets);
}

function subjectOf(input: Readonly<Record<string, unknown>>): Subject | undefined {
  const { domain, url, keyword, query, seed } = v.parse(subjects, input);
  if (domain !== undefined) return { domain };
  if (url !== undefined) return { url };
  const words = keyword ?? query ?? seed;
  return words === undefined ? undefined : { keyword: words };
}

function nameOf(subject: Subject): string {
  if ('domain' in subject) return subject.domain;
  return 'url' in subject ? 'The page' : `"${subject.keyword.slice(0, 60)}"`;
}
