import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

const lambdaCredentials = fileURLToPath(new URL('./lambda-credentials.ts', import.meta.url));

/**
 * Leaves out of a bundle what the AWS SDK carries for machines that are no
 * Lambda: its credential chain, and the event-stream codec, which only
 * streaming operations (none of ours) import. What stays is signed and sent
 * exactly as by the whole SDK; `test/lib/bundle` sends a request to show it.
 */
export function leanSdk(): Plugin {
  return {
    name: 'lean-sdk',
    setup(build) {
      build.onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, () => ({
        path: lambdaCredentials,
        sideEffects: false,
      }));
      build.onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ kind }) =>
        // Clients with streaming operations import it at once and get it; the others only on demand.
        kind === 'dynamic-import'
          ? { path: 'event-streams', namespace: 'left-out', sideEffects: false }
          : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({
        contents: `export class EventStreamSerde { constructor() { throw new Error('Event streams are left out of the bundles.'); } }`,
      }));
    },
  };
}
