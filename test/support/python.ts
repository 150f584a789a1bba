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

/** Runs Python with the client on its path; both outputs, however it ended. Leaves no bytecode behind. */
export async function runPython(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ readonly passed: boolean; readonly stdout: string; readonly stderr: string }> {
  const settings = { PYTHONPATH: 'clients/python/src', PYTHONDONTWRITEBYTECODE: '1', ...env };
  try {
    const run = promisify(execFile)(path, [...args], { env: { PATH: process.env.PATH, ...settings } });
    return { passed: true, ...(await run) };
  } catch (error) {
    const { stdout = '', stderr = String(error) } = error as { stdout?: string; stderr?: string };
    return { passed: false, stdout, stderr };
  }
}
