import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Stands where npm does: takes a while, as an install does, and says in a file that it was called. */
const installer = `
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
appendFileSync('installs', 'began ');
rmSync('node_modules', { recursive: true, force: true });
await new Promise((resolve) => setTimeout(resolve, 800));
mkdirSync('node_modules/made', { recursive: true });
`;

describe('bin/launch.mjs', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oriel-launch-'));
    await mkdir(join(folder, 'bin'));
    await cp('bin/launch.mjs', join(folder, 'bin/launch.mjs'));
    await writeFile(join(folder, 'package-lock.json'), '{}');
    await writeFile(join(folder, 'npm.js'), installer);
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    const command =
      "import { existsSync } from 'node:fs'; process.exit(existsSync('node_modules/made') ? 0 : 3);";
    await writeFile(join(folder, 'bin/command.mjs'), command);
    const derive =
      "import { appendFileSync, writeFileSync } from 'node:fs'; appendFileSync('derived', '.'); writeFileSync('types', ''); console.log('types');";
    await writeFile(join(folder, 'bin/derive.ts'), derive);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const launch = async () => {
    const env = { ...process.env, npm_execpath: join(folder, 'npm.js'), npm_lifecycle_event: '' };
    const args = ['bin/launch.mjs', 'bin/command.mjs'];
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: 'ignore' });
    const [code] = await once(child, 'exit');
    return code;
  };
  const installs = async () => (await readFile(join(folder, 'installs'), 'utf8')).trim().split(' ').length;

  it('installs once where several commands start on a fresh clone, and each finds the dependencies', async () => {
    expect(await Promise.all([launch(), launch(), launch()])).toEqual([0, 0, 0]);
    expect(await installs()).toBe(1);
  });

  it('installs where the process that was installing has died', async () => {
    await mkdir(join(folder, '.installing'));
    await writeFile(join(folder, '.installing/pid'), '999999999');
    expect(await launch()).toBe(0);
    expect(await installs()).toBe(1);
  });

  it('derives what is not in git once, and again where a source has changed or a file is gone', async () => {
    const derivations = async () => (await readFile(join(folder, 'derived'), 'utf8')).length;
    await launch();
    await launch();
    expect(await derivations()).toBe(1);
    await mkdir(join(folder, 'docs'));
    await writeFile(join(folder, 'docs/clients.md'), '# Clients');
    await launch();
    expect(await derivations()).toBe(2);
    await rm(join(folder, 'types'));
    await launch();
    await launch();
    expect(await derivations()).toBe(3);
  });

  it('ends its command when npm, which tells its child nothing, is told to end', async () => {
    const scripts = { start: 'node bin/launch.mjs bin/lasting.mjs' };
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts }));
    const lasting =
      "import { writeFileSync } from 'node:fs'; writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1_000);";
    await writeFile(join(folder, 'bin/lasting.mjs'), lasting);
    await launch();
    const npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore' });
    const pid = await until(async () => {
      const said = Number(await readFile(join(folder, 'pid'), 'utf8'));
      if (said === 0) throw new Error('The command has not named itself yet.');
      return said;
    });
    npm.kill('SIGTERM');
    await until(async () => {
      if (isRunning(pid)) throw new Error('The command still runs.');
    });
  });
});

/** Asks again until it does not fail, for half a minute at most. */
async function until<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries === 300) throw error;
      await sleep(100);
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
