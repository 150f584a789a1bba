import { parseStage, runSteps } from '#lib/stage.ts';

/**
 * `npm run destroy -- --stage NAME`. The stacks go one after another, and each is tried: the data stack of a
 * stage that keeps its data refuses, and the one at the edge cannot go while CloudFront has copies of its function.
 */
const order = parseStage(process.argv.slice(2), 'npm run destroy -- --stage NAME [--force]');
if (order) {
  const { stage, rest } = order;
  const steps = ['upkeep', 'api', 'data', 'edge'].map((part) => [
    ...['destroy', `oriel-${stage}-${part}`, '--exclusively'],
    ...['-c', `stage=${stage}`, ...rest],
  ]);
  runSteps(steps, 'This stack is still there; docs/deploying.md says when each can go.');
}
