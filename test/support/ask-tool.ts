import * as v from 'valibot';
import { type CatalogTool, toolCatalog } from '#functions/tools/catalog.ts';
import { servedTool } from '#functions/tools/served-tools.ts';
import type { ToolData } from '#shared/contract/tool.ts';
import type { DatasetReader, ToolAnswer, ToolLogic } from '#shared/facts/answers/tool-answer.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import type { Sources } from '#shared/facts/ports/sources.ts';

export type ToolNamed<Name extends CatalogTool['name']> = Extract<CatalogTool, { name: Name }>;

interface AskOptions {
  readonly sources: Sources;
  readonly now?: number;
  readonly signal?: AbortSignal;
  readonly datasets?: DatasetReader;
  readonly withinMs?: number;
  readonly isWholeOnly?: boolean;
  readonly reportProgress?: (done: number, total: number, message: string) => void;
}

export const now = Date.UTC(2026, 10, 20, 9);
const noDatasets: DatasetReader = {
  read: async () => ({ available: false, note: 'None.', origin: undefined }),
};

export function contractOf<Name extends CatalogTool['name']>(name: Name): ToolNamed<Name> {
  const found = toolCatalog.find((tool) => tool.name === name);
  if (!found) throw new Error(`No tool ${name}.`);
  return found as unknown as ToolNamed<Name>;
}

/**
 * Runs a tool as the pipeline does, from its contract to its answer, and holds
 * the answer to what every answer promises, so that each test checks that too.
 */
export async function askTool<Name extends CatalogTool['name']>(
  name: Name,
  request: v.InferInput<ToolNamed<Name>['input']>,
  options: AskOptions,
): Promise<ToolAnswer<ToolData<ToolNamed<Name>>>> {
  const contract = contractOf(name);
  const input = v.parse(contract.input, request) as Readonly<
    Record<'location' | 'language' | 'device', string | undefined>
  >;
  const { logic } = servedTool(name) as unknown as { logic: ToolLogic<ToolNamed<Name>> };
  const answer = await logic(input as never, {
    market: resolveMarket({
      location: input.location ?? 'United States',
      language: input.language ?? 'English',
      device: input.device,
    }),
    sources: options.sources,
    now: options.now ?? now,
    requestId: 'req_00000000000000000000000000',
    signal: options.signal ?? new AbortController().signal,
    datasets: options.datasets ?? noDatasets,
    reportProgress: options.reportProgress ?? (() => {}),
    ...{ withinMs: options.withinMs ?? 25_000, isWholeOnly: options.isWholeOnly ?? false },
  });
  expectWellFormed(contract.data, answer);
  return answer;
}

/** What is true of every answer, whatever the tool and the question. */
export function expectWellFormed(data: v.GenericSchema, answer: ToolAnswer<unknown>): void {
  const wire: unknown = JSON.parse(JSON.stringify(answer.data));
  expect(v.safeParse(data, wire).issues ?? []).toEqual([]);
  // Nothing undefined, NaN or infinite is lost on the way to the wire.
  expect(wire).toEqual(answer.data);
  expect(answer.facts.length).toBeLessThanOrEqual(25);
  const entities = new Set(answer.entities.map(({ kind, id }) => `${kind} ${id}`));
  for (const { subject } of answer.facts)
    for (const { kind, id } of subject) expect(entities).toContain(`${kind} ${id}`);
  expect(entities.size).toBe(answer.entities.length);
  const { returned, total_available: total, truncated, scope_note: note } = answer.coverage;
  if (total !== null) expect(truncated).toBe(returned < total);
  if (returned === 0) expect(note).toEqual(expect.any(String));
  for (const { tool, args } of answer.suggestions) {
    const contract = toolCatalog.find(({ name }) => name === tool);
    if (contract) expect(v.safeParse(contract.input, args).issues ?? []).toEqual([]);
  }
}

/** Tokens as agents count them, near enough: four characters each. */
export function tokensOf(answer: ToolAnswer<unknown>): number {
  return JSON.stringify(answer).length / 4;
}
