import { runStageCommand } from '#lib/stage-command.ts';

/**
 * `npm run destroy -- --stage NAME`. The stacks go one after another, and each is tried: the data stack of a
 * stage that keeps its data refuses, and the one at the edge cannot go while CloudFront has copies of its function.
 */
runStageCommand(process.argv.slice(2), {
  usage: 'npm run destroy -- --stage NAME [--force]',
  steps: (stage, rest) =>
    ['upkeep', 'api', 'data', 'edge'].map((part) => [
      'destroy',
      `oriel-${stage}-${part}`,
      '--exclusively',
      '-c',
      `stage=${stage}`,
      ...rest,
    ]),
  ifStepFails: 'This stack is still there; docs/deploying.md says when each can go.',
});
