import type { CallUsage, Delta, Envelope, Resource, Warning } from '#shared/contract/envelope.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import type { ToolAnswer } from '#shared/facts/answers/tool-answer.ts';

/** How many statements an answer carries, so that it stays small enough for an agent to read. */
const maxFacts = 25;

interface EnvelopeParts {
  readonly answer: ToolAnswer<Readonly<Record<string, unknown>>>;
  readonly deltas: readonly Delta[];
  readonly resources: readonly Resource[];
  /** Warnings about the request itself, such as an ignored field. */
  readonly warnings: readonly Warning[];
  readonly usage: CallUsage;
  /** Credits of each tool of the catalog. */
  readonly prices: Readonly<Record<string, number>>;
}

/** The envelope around a tool's answer: every member present, whatever the tool. */
export function buildEnvelope(tool: Pick<ToolContract, 'family'>, parts: EnvelopeParts): Envelope {
  const { answer, deltas, resources, usage, prices } = parts;
  const facts = answer.facts.slice(0, maxFacts);
  const mentioned = new Set(facts.flatMap(({ subject }) => subject.map(({ kind, id }) => `${kind} ${id}`)));
  return {
    schema_version: 'ofe/1.0',
    domain: tool.family,
    data: answer.data,
    facts,
    entities: answer.entities.filter(({ kind, id }) => mentioned.has(`${kind} ${id}`)),
    deltas,
    coverage: answer.coverage,
    resources,
    next_actions: answer.suggestions.flatMap((suggestion) => {
      const credits = prices[suggestion.tool];
      // A dataset can be older than the tool that made it: what is no longer sold is not suggested.
      return credits === undefined ? [] : [{ ...suggestion, credits }];
    }),
    warnings: distinct([...parts.warnings, ...answer.warnings]),
    usage,
  };
}

function distinct(warnings: readonly Warning[]): Warning[] {
  return [...new Map(warnings.map((warning) => [`${warning.code} ${warning.message}`, warning])).values()];
}
