import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { OnLoadArgs, OnLoadResult, Plugin } from 'esbuild';

const dynamodbClient = fileURLToPath(new URL('./dynamodb-client.ts', import.meta.url));

/** What stands in for a module of the SDK that nothing on Lambda runs. */
interface Replacement {
  /** Of the importing module, or of the module itself. */
  readonly path: RegExp;
  readonly why: string;
  readonly contents: string;
}

/** Packages as one module of the SDK imports them. */
const imported: Readonly<Record<string, Replacement>> = {
  '@smithy/core/endpoints': {
    path: /@aws-sdk\/client-dynamodb\//,
    why: 'The client knows its one endpoint.',
    contents: `export const getEndpointPlugin = (config) => ({
      applyToStack: (stack) => stack.add(
        (next, context) => async (args) => {
          context.endpointV2 = await config.endpoint();
          return next(args);
        },
        { name: 'endpointV2Middleware', step: 'initialize', override: true },
      ),
    });`,
  },
  '@smithy/core/schema': {
    path: /@smithy\/core\/.*\/smithy-client\//,
    why: 'Our client writes and reads JSON without a schema.',
    contents: `export class NormalizedSchema { static of() { throw new Error('Schemas are left out.'); } }`,
  },
  '@aws-sdk/util-dynamodb': {
    path: /@aws-sdk\/lib-dynamodb\//,
    why: 'Our client writes and reads attributes itself.',
    contents: 'export const marshall = undefined, unmarshall = undefined; export class NumberValueImpl {}',
  },
  '@aws-sdk/core/client': {
    path: /@aws-sdk\/lib-dynamodb\//,
    why: "It counts features for the SDK's user agent, which is not sent.",
    contents: 'export const setFeature = () => {};',
  },
};

/** Modules by path, since they are no packages; a release that moves one makes the bundles larger, and the size test says so. */
const replaced: readonly Replacement[] = [
  {
    path: /@smithy\/core\/.*\/AdaptiveRetryStrategy\.js$/,
    why: 'A retry mode that nothing here asks for.',
    contents: `export class AdaptiveRetryStrategy { constructor() { throw new Error('The adaptive mode is left out.'); } }`,
  },
];

/**
 * Leaves out of a bundle what the AWS SDK carries beside the client that
 * `shared/platform/dynamo/lean-client.ts` makes: see `dynamodb-client.ts`, the modules
 * above, and the schemas of the operations. Commands, pages, retries and HTTP
 * are the SDK's; `test/lib/bundle` sends requests to show it.
 */
export function leanSdk(): Plugin {
  return {
    name: 'lean-sdk',
    setup(build) {
      build.onResolve({ filter: /\/DynamoDBClient$/ }, ({ importer }) =>
        importer.includes('@aws-sdk/client-dynamodb')
          ? { path: dynamodbClient, sideEffects: false }
          : undefined,
      );
      build.onResolve({ filter: /^@(?:smithy|aws-sdk)\// }, ({ path, importer }) =>
        imported[path]?.path.test(importer) ? { path, namespace: 'left-out', sideEffects: false } : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
        contents: imported[path]?.contents ?? '',
        loader: 'js',
      }));
      build.onLoad({ filter: /@smithy\/core\/.*\.js$/ }, ({ path }) => {
        const replacement = replaced.find((candidate) => candidate.path.test(path));
        return replacement && { contents: replacement.contents, loader: 'js' };
      });
      build.onLoad({ filter: /@aws-sdk\/client-dynamodb\/.*\/schemas_0\.js$/ }, operationsOnly);
    },
  };
}

/** Of each operation its place in the client's stack, without the shapes of its input and output. None has event streams. */
async function operationsOnly({ path }: OnLoadArgs): Promise<OnLoadResult> {
  const source = await readFile(path, 'utf8');
  const names = [...source.matchAll(/^export var (\w+\$) = \[9,/gmu)].map(([, name = '']) => name);
  const operation = `const operation = () => ({ [Symbol.for('@smithy/op-event-stream')]: false });`;
  const exported = names.map((name) => `export const ${name} = /* @__PURE__ */ operation();`);
  return { contents: [operation, ...exported].join('\n'), loader: 'js' };
}
