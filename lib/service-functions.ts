import { checkDeployment } from '#functions/maintenance/contracts.ts';
import {
  backgroundFunctions,
  endpointFunctions,
  fallbackFunction,
  invokedFunctions,
  scheduledFunctions,
} from '#functions/service.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import type { BundleEntry } from '#lib/bundle/bundle-functions.ts';
import { exportedName, toolFunction } from '#shared/contract/function-contract.ts';
import {
  apiFunction,
  backgroundFunction,
  type FunctionSpec,
  invokedFunction,
  scheduledFunction,
} from './function-spec.ts';

/** What callers pay for. A tool or an endpoint in its catalog has its function here without being named. */
const toolSpecs = toolCatalog.map((tool) =>
  apiFunction(toolFunction(tool), {
    asksUpstream: tool.needs.includes('upstream'),
    readsSites: tool.needs.includes('crawl'),
  }),
);

/** The rest of the API: accounts, sessions, sign-in, agents, the dashboard's own calls. */
const endpointSpecs = [...endpointFunctions, fallbackFunction].map((routed) => apiFunction(routed));

export const apiFunctions: readonly FunctionSpec[] = [...toolSpecs, ...endpointSpecs];

/** What no route reaches: clocks, the secret store and other functions call them. */
export const upkeepFunctions: readonly FunctionSpec[] = [
  ...scheduledFunctions.map(scheduledFunction),
  ...invokedFunctions.map(invokedFunction),
  ...backgroundFunctions.map(backgroundFunction),
];

/** What says whether a deployment goes on, on stages where new code comes in gradually. */
export const deploymentCheck: FunctionSpec = invokedFunction(checkDeployment);

/** Every Lambda of the service that every stage has. */
export const serviceFunctions: readonly FunctionSpec[] = [...apiFunctions, ...upkeepFunctions];

export const bundleEntries: readonly BundleEntry[] = [...serviceFunctions, deploymentCheck].map(entryOf);

/**
 * What the bundler makes a function's Lambda of: a module that exports `handler`, written from the contract. It
 * imports the one action or logic of the function by name, and all else of that module is left out of the bundle.
 */
function entryOf(spec: FunctionSpec): BundleEntry {
  const program = spec.bringsBrowser && { program: 'shared/site-audit/render/render-process.ts' };
  return { name: spec.name, source: sourceOf(spec), keepNames: spec.keepNames ?? false, ...program };
}

function sourceOf(spec: FunctionSpec): string {
  const exported = exportedName(spec.name);
  const code = `#functions/${spec.module}`;
  // They work on AWS's secret store alone, and are not made of a foundation.
  if (spec.rotatesSecrets || spec.seesSecrets) return `export { ${exported} as handler } from '${code}';`;
  const deployed = `import { deployed } from '#functions/deployed.ts';`;
  if (spec.group === 'tools') return `${deployed}\n${toolSource(spec, exported, code)}`;
  const imported = `${deployed}\nimport { ${exported} } from '${code}';`;
  if (!spec.streams) return `${imported}\nexport const handler = deployed(${exported});`;
  return `${imported}
import { streamAnswers } from '#shared/http/stream-answers.ts';
export const handler = streamAnswers(deployed(${exported}));`;
}

function toolSource({ readsSites }: FunctionSpec, exported: string, code: string): string {
  const contract = `import { ${exported} as contract } from '${code.replace('/logic.ts', '/contract.ts')}';`;
  if (readsSites)
    return `${contract}
import { crawlingTool } from '#functions/tools/public-sites.ts';
export const handler = deployed(crawlingTool(contract, async () => (await import('${code}')).${exported}));`;
  return `${contract}
import { ${exported} as logic } from '${code}';
import { toolEndpoint } from '#functions/tools/tool-services.ts';
export const handler = deployed(toolEndpoint(contract, logic));`;
}
