import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

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
  for (let tries = 1; tries <= 3; tries += 1) {
    if (await install(`${name}@${version}`, into)) return join(into, 'node_modules', name, entry);
    process.stderr.write(`${name} could not be fetched at the ${tries}. try.\n`);
    if (tries < 3) await pause(tries * 10_000);
  }
  throw new Error(
    `${name} could not be fetched. Is the package registry there? Else name it by ${variable}.`,
  );
}

/** Each file is asked for several times; a registry that has a hiccup gets a minute to be back. */
const patience = [
  '--fetch-retries=5',
  '--fetch-retry-mintimeout=2000',
  '--fetch-retry-maxtimeout=30000',
  '--fetch-timeout=120000',
];

async function install(wanted: string, into: string): Promise<boolean> {
  const options = ['--prefix', into, '--no-audit', '--no-fund', '--loglevel=error', ...patience];
  const npm = spawn('npm', ['install', ...options, wanted], { stdio: 'inherit' });
  return (await new Promise((resolve) => npm.once('exit', resolve))) === 0;
}
