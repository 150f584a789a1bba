import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

/** Where Python is on this machine: `PYTHON_PATH`, or what the path has, where it is new enough. */
const path = process.env.PYTHON_PATH ?? 'python3';
const isNewEnough = 'import sys; sys.exit(sys.version_info < (3, 10))';
const hasPython = spawnSync(path, ['-c', isNewEnough]).status === 0;

if (!hasPython)
  process.stderr.write(
    'No Python 3.10 or newer here, so the journeys of the Python client are left out. Install it (apt-get install python3) or set PYTHON_PATH.\n',
  );

/** `describe`, or a suite that is reported as left out where there is no Python. */
export const describeInPython = hasPython ? describe : describe.skip;

/** Where mypy is: `MYPY_PATH`, or what the path has. */
const mypy = process.env.MYPY_PATH ?? 'mypy';
const hasMypy = hasPython && spawnSync(mypy, ['--version']).status === 0;

if (!hasMypy)
  process.stderr.write(
    'No mypy here, so the types of the Python client are not checked. Install it (apt-get install mypy) or set MYPY_PATH.\n',
  );

/** `it`, or a test that is reported as left out where there is no mypy. */
export const itWithMypy = hasMypy ? it : it.skip;

/** Runs Python with the client on its path; both outputs, however it ended. Leaves no bytecode behind. */
export async function runPython(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  return run(path, args, { PYTHONPATH: 'clients/python/src', PYTHONDONTWRITEBYTECODE: '1', ...env });
}

/** Checks files or folders with mypy, as strictly as it can; both outputs, however it ended. */
export async function runMypy(paths: readonly string[], cacheFolder: string): Promise<Outcome> {
  const args = ['--strict', '--cache-dir', cacheFolder, ...paths];
  return run(mypy, args, { MYPYPATH: 'clients/python/src' });
}

interface Outcome {
  readonly passed: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(program: string, args: readonly string[], settings: NodeJS.ProcessEnv): Promise<Outcome> {
  try {
    const ended = promisify(execFile)(program, [...args], { env: { PATH: process.env.PATH, ...settings } });
    return { passed: true, ...(await ended) };
  } catch (error) {
    const { stdout = '', stderr = String(error) } = error as { stdout?: string; stderr?: string };
    return { passed: false, stdout, stderr };
  }
}
