import { runStageCommand } from '#lib/stage-command.ts';

/** `npm run deploy -- --stage NAME [what cdk deploy takes]` */
runStageCommand(process.argv.slice(2), {
  usage: 'npm run deploy -- --stage NAME [-c SETTING=VALUE]… [--require-approval never]',
  steps: (stage, rest) => [
    ['deploy', '--all', '-c', `stage=${stage}`, '--outputs-file', `cdk.out/outputs-${stage}.json`, ...rest],
  ],
});
