import { spawn } from 'node:child_process';
import { join } from 'node:path';

interface WantedPackage {
  readonly name: string;
  /** Exact, since a new version may ask for more. */
  readonly version: string;
  /** Path inside the package of what is run. */
  readonly entry: string;
  /** Environment variable that names an entry on this machine instead. */
  readonly variable: string;
}

/** Fetches a package that only this run needs into a folder of its own; the path of what is to be run. */
export async function fetchPackage(
  { name, version, entry, variable }: WantedPackage,
  into: string,
): Promise<string> {
  const given = process.env[variable];
  if (given) return given;
  const options = ['--prefix', into, '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawn('npm', ['install', ...options, `${name}@${version}`], { stdio: 'inherit' });
  const code = await new Promise((resolve) => npm.once('exit', resolve));
  if (code !== 0)
    throw new Error(
      `${name} could not be fetched. Is the package registry there? Else name it by ${variable}.`,
    );
  return join(into, 'node_modules', name, entry);
}
