import { fileURLToPath } from 'node:url';
import type { OnLoadArgs, OnLoadResult, Plugin } from 'esbuild';

const ownModule = (name: string) => fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
const lambdaCredentials = ownModule('lambda-credentials');
const dynamodbEndpoint = ownModule('dynamodb-endpoint');

/**
 * Modules of the AWS SDK that only matter on machines that are no Lambda, each
 * with what it gives there. By path, since they are no packages of their own;
 * a release that moves one only makes the bundles larger again, and the size
 * test says so.
 */
const replacements: readonly { readonly path: RegExp; readonly why: string; readonly contents: string }[] = [
  {
    path: /@smithy\/core\/.*\/loadSharedConfigFiles\.js$/,
    why: 'There are no profiles: settings come from the environment.',
    contents: `export const CONFIG_PREFIX_SEPARATOR = '.';
      export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} });`,
  },
  {
    path: /@smithy\/core\/.*\/getInstanceMetadataRegion\.js$/,
    why: 'The region is in the environment, and there is no instance to ask.',
    contents: 'export const getInstanceMetadataRegion = async () => undefined;',
  },
  {
    path: /@smithy\/core\/.*\/Sha256Js\.js$/,
    why: 'node:crypto is there; this is the fallback for where it is not.',
    contents: `export class Sha256Js { constructor() { throw new Error('node:crypto is missing.'); } }`,
  },
  {
    path: /@aws-sdk\/endpoint-cache\/.*\/EndpointCache\.js$/,
    why: 'DynamoDB has one endpoint; its discovery is off.',
    contents: 'export class EndpointCache {}',
  },
  {
    path: /@smithy\/core\/.*\/DefaultRateLimiter\.js$/,
    why: 'Part of the adaptive retry mode, which nothing here asks for.',
    contents: `export class DefaultRateLimiter { constructor() { throw new Error('The adaptive mode is left out.'); } }`,
  },
];

/**
 * Leaves out of a bundle what the AWS SDK carries for machines that are no
 * Lambda: its credential chain, its rules for every kind of
 * endpoint, the modules above, and the event-stream
 * codec where no client streams. What stays is signed and sent exactly as by
 * the whole SDK; `test/lib/bundle` sends requests to show it.
 */
export function leanSdk(): Plugin {
  return {
    name: 'lean-sdk',
    setup(build) {
      build.onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, () => ({
        path: lambdaCredentials,
        sideEffects: false,
      }));
      build.onResolve({ filter: /\/endpointResolver$/ }, ({ importer }) =>
        importer.includes('@aws-sdk/client-dynamodb')
          ? { path: dynamodbEndpoint, sideEffects: false }
          : undefined,
      );
      build.onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ kind }) =>
        // Clients with streaming operations import it at once and get it; the others only on demand.
        kind === 'dynamic-import'
          ? { path: 'event-streams', namespace: 'left-out', sideEffects: false }
          : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({
        contents: `export class EventStreamSerde { constructor() { throw new Error('Event streams are left out of the bundles.'); } }`,
      }));
      build.onLoad({ filter: /(?:@smithy\/core|@aws-sdk\/endpoint-cache)\/.*\.js$/ }, replaced);
      build.onLoad({ filter: /@aws-sdk\/[^/]+\/package\.json$/ }, versionOnly);
    },
  };
}

function replaced({ path }: OnLoadArgs): OnLoadResult | undefined {
  const replacement = replacements.find((candidate) => candidate.path.test(path));
  return replacement && { contents: replacement.contents, loader: 'js' };
}

/** The clients name their version to the server, and carry their whole manifest for it. */
async function versionOnly({ path }: OnLoadArgs): Promise<OnLoadResult> {
  const { default: manifest }: { default: { readonly version: string } } = await import(path, {
    with: { type: 'json' },
  });
  return { contents: JSON.stringify({ version: manifest.version }), loader: 'json' };
}
