/**
 * Starts any of the project's commands on a fresh clone: installs the locked
 * dependencies when they are missing or out of date, then runs the command on
 * Node 24 (the machine's own when it is new enough, else the one that came
 * with the optional dependencies).
 *
 * Plain JavaScript without dependencies, because it runs before the install
 * and on Node 20.
 *
 *   node bin/launch.mjs bin/serve.ts …   a TypeScript entry point
 *   node bin/launch.mjs jest …           a tool from node_modules
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const neededMajor = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lockFile = join(root, 'package-lock.json');
const modules = join(root, 'node_modules');
const marker = join(modules, '.oriel-lock');
/** Held by the process that installs: two installs at once leave no dependencies at all. */
const installing = join(root, '.installing');

/** What is derived from these files is not in git: it is made before any command where one of them has changed. */
const derivation = [
  'bin/derive.ts',
  'bin/read-guides.ts',
  'clients/generator',
  'dashboard/scripts/generate-types.ts',
  'docs',
  'docs/reference/openapi.json',
  'functions/members/contract.ts',
  'functions/passkey/contract.ts',
  'functions/session/contract.ts',
  'shared/site-audit/checks',
];
/** The digest they had, and what was written. */
const derivedFrom = join(modules, '.cache', 'oriel-derived-from');

/** Where each tool's program lies, and the Node flags it wants. */
const tools = {
  jest: { path: 'jest/bin/jest.js', flags: ['--experimental-vm-modules'] },
  biome: { path: '@biomejs/biome/bin/biome', flags: [] },
  tsc: { path: 'typescript/bin/tsc', flags: [] },
  knip: { path: 'knip/bin/knip.js', flags: [] },
  cdk: { path: 'aws-cdk/bin/cdk', flags: [] },
  vite: { path: 'vite/bin/vite.js', flags: [] },
};

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function lockDigest() {
  return createHash('sha256').update(readFileSync(lockFile)).digest('hex');
}

function isInstalled() {
  if (existsSync(marker)) return readFileSync(marker, 'utf8') === lockDigest();
  // Installed by hand: npm writes its own copy of the lock after every install.
  const hidden = join(modules, '.package-lock.json');
  return existsSync(hidden) && statSync(hidden).mtimeMs >= statSync(lockFile).mtimeMs;
}

function install() {
  process.stderr.write('Installing dependencies from package-lock.json (first start, about a minute) …\n');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: ['ignore', 2, 2] })
    : spawnSync('npm', args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0)
    fail('The install failed. Check that the package registry can be reached, then try again.');
  writeFileSync(marker, lockDigest());
}

/** Installs once, however many commands find the dependencies missing; a holder that died is passed over. */
function installOnce() {
  while (!isInstalled()) {
    try {
      mkdirSync(installing);
    } catch {
      if (holderLives()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
      else rmSync(installing, { recursive: true, force: true });
      continue;
    }
    try {
      writeFileSync(join(installing, 'pid'), String(process.pid));
      if (!isInstalled()) install();
    } finally {
      rmSync(installing, { recursive: true, force: true });
    }
  }
}

/** Whether the process that holds the install still runs; one that has just begun has not named itself yet. */
function holderLives() {
  try {
    process.kill(Number(readFileSync(join(installing, 'pid'), 'utf8')), 0);
    return true;
  } catch {
    const began = statSync(installing, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return Date.now() - began < 5_000;
  }
}

/** The Node that runs the project. */
function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath;
  const bundled = join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(bundled)) return bundled;
  return fail(
    `Oriel runs on Node ${neededMajor}; this machine has ${process.version}, and no bundled Node for ` +
      `${process.platform}-${process.arch} is installed. Install Node ${neededMajor} (https://nodejs.org), ` +
      'or run `npm ci` without `--omit=optional`.',
  );
}

function derivationDigest() {
  const hash = createHash('sha256');
  for (const path of derivation.map((name) => join(root, name))) {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
    const files = isFolder ? readdirSync(path).map((name) => join(path, name)) : [path];
    for (const file of files)
      if (statSync(file, { throwIfNoEntry: false })?.isFile()) hash.update(readFileSync(file));
  }
  return hash.digest('hex');
}

function isDerived(digest) {
  if (!existsSync(derivedFrom)) return false;
  const [from, ...files] = readFileSync(derivedFrom, 'utf8').split('\n');
  return from === digest && files.every((file) => existsSync(join(root, file)));
}

function derive(digest) {
  const program = [join(root, 'bin', 'derive.ts')];
  const { status, stdout } = spawnSync(node, program, { cwd: root, stdio: ['ignore', 'pipe', 2] });
  if (status !== 0) fail('What is derived from docs/reference/openapi.json could not be written.');
  mkdirSync(dirname(derivedFrom), { recursive: true });
  writeFileSync(derivedFrom, `${digest}\n${String(stdout).trim()}`);
}

const [command, ...args] = process.argv.slice(2);
if (!command) fail('Say what to run: node bin/launch.mjs bin/serve.ts');
const isFresh = !isInstalled();
if (isFresh) installOnce();

const node = findNode();
const environment = {
  ...process.env,
  // Programs that start Node themselves (cdk, jest workers) get the same one.
  PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
  // Code without its types is kept: the next start takes half the processor time, and each process 30 MB less.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(modules, '.cache', 'node'),
  // esbuild and the compiler are Go, which by itself spends a quarter of their processor time on little memory.
  GOGC: process.env.GOGC ?? '400',
};
const digest = derivationDigest();
if (!isDerived(digest)) derive(digest);
// What a first start would make anyway is made here; where that fails, the start does it and says why.
if (isFresh)
  spawnSync(node, [join(root, 'bin', 'prepare.ts')], { cwd: root, stdio: 'ignore', env: environment });
const tool = tools[command];
const program = tool ? [...tool.flags, join(modules, tool.path)] : [join(root, command)];
const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...program, ...args], {
  cwd: root,
  stdio: 'inherit',
  env: environment,
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// npm hands a signal to a shell, which ends and passes it to nobody: to be left by that shell is to be told to end.
if (process.env.npm_lifecycle_event) {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 250);
  watch.unref();
}
child.on('exit', (code, signal) => process.exit(signal ? 130 : (code ?? 1)));
