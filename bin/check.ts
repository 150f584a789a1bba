import { spawnSync } from 'node:child_process';

/** Everything a change must pass, in the order in which it fails fastest: `npm run check`. */
const steps = [
  ['Format and lint', ['biome', 'check']],
  ['Types', ['tsc']],
  ['Types of the dashboard', ['tsc', '-p', 'dashboard']],
  ['Types of the TypeScript client', ['tsc', '-p', 'clients/typescript', '--noEmit']],
  ['Dead code', ['knip']],
  [
    'Generated files are up to date',
    ['bin/generate.ts'],
    ['git', 'diff', '--exit-code', '--stat', 'docs/reference', 'functions/reference'],
  ],
  ['Tests', ['jest']],
] as const;

for (const [name, command, proof] of steps) {
  process.stdout.write(`\n── ${name}\n`);
  const passed = run('node', ['bin/launch.mjs', ...command]) && (!proof || run(proof[0], proof.slice(1)));
  if (!passed) {
    process.stderr.write(`\n${name}: failed.\n`);
    process.exit(1);
  }
}
process.stdout.write('\nAll checks passed.\n');

function run(program: string, args: readonly string[]): boolean {
  return spawnSync(program, [...args], { stdio: 'inherit' }).status === 0;
}
