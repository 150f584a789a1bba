import { callWithArguments, type ServedTool } from '#shared/calls/call-tool.ts';
import { exportedName, kebabCase } from '#shared/contract/function-contract.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import type { ToolLogic } from '#shared/facts/answers/tool-answer.ts';
import { type CatalogTool, toolCatalog } from './catalog.ts';

type AnyLogic = ToolLogic<ToolContract>;

/** The logic beside the contract, read with the tool's first call. */
function logicOf({ name }: ToolContract): AnyLogic {
  let loading: Promise<AnyLogic> | undefined;
  return async (input, context) => {
    loading ??= loadLogic(name);
    return (await loading)(input, context);
  };
}

async function loadLogic(name: string): Promise<AnyLogic> {
  // A pattern that the bundler reads: what serves all tools has the logic of each as a file of its own.
  const module: Readonly<Record<string, AnyLogic | undefined>> = await import(
    `./${kebabCase(name)}/logic.ts`
  );
  const logic = module[exportedName(name)];
  if (!logic) throw new Error(`The logic of ${name} exports no ${exportedName(name)}.`);
  return logic;
}

/** Every tool of the catalog with its logic, for the callers that serve all tools at once. */
export const servedTools = toolCatalog.map((tool: ToolContract) => {
  const logic = logicOf(tool);
  const call: ServedTool['call'] = (request, services) =>
    callWithArguments({ ...request, tool, logic }, services);
  return { tool, logic, call };
});

export function servedTool(name: CatalogTool['name']): (typeof servedTools)[number] {
  const found = servedTools.find(({ tool }) => tool.name === name);
  if (!found) throw new Error(`${name} is not in the catalog.`);
  return found;
}
