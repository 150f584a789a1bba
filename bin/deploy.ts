import { parseStage, runSteps } from '#lib/stage.ts';

/** `npm run deploy -- --stage NAME [--dry-run] [what cdk deploy takes]` */
const usage = `npm run deploy -- --stage NAME [--dry-run] [-c SETTING=VALUE]… [--require-approval never]
--dry-run has CloudFormation read every template and say what would change; nothing is deployed.
GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go into the stage's secret, for Search Console, CRUX_API_KEY into its own, for field vitals.`;

const order = parseStage(process.argv.slice(2), usage);
if (order)
  await (order.rest.includes('--dry-run') ? tryOut(order) : deploy(order)).catch((error: unknown) => {
    const cause = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      `AWS was not asked: ${cause}. docs/first-deployment.md says what the shell must hold.\n`,
    );
    process.exitCode = 1;
  });

async function deploy({ stage, rest }: NonNullable<typeof order>): Promise<void> {
  const { askForClient, askForCruxKey, clientOf, cruxKeyOf, keepCruxKey, keepGoogleClient } = await import(
    '#lib/operator-secrets.ts'
  );
  const given = clientOf(process.env);
  const outputs = ['--outputs-file', `cdk.out/outputs-${stage}.json`];
  if (!runSteps([['deploy', '--all', '-c', `stage=${stage}`, ...outputs, ...rest]])) return;
  const said = await keepGoogleClient(stage, { given, ask: askForClient });
  const key = await keepCruxKey(stage, { given: cruxKeyOf(process.env), ask: askForCruxKey });
  process.stdout.write(`${said}\n${key}\n`);
}

async function tryOut({ stage, rest }: NonNullable<typeof order>): Promise<void> {
  const settings = rest.filter((word) => word !== '--dry-run');
  if (!runSteps([['synth', '--quiet', '-c', `stage=${stage}`, ...settings]])) return;
  const { dryRun } = await import('#lib/dry-run.ts');
  const isSound = await dryRun({ folder: 'cdk.out', say: (line) => process.stdout.write(`${line}\n`) });
  if (!isSound) process.exitCode = 1;
}
