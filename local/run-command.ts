import { ServiceError } from '#shared/platform/errors.ts';

/** Runs a command with its arguments; a failure is a sentence on stderr and status 1. */
export function runCommand(command: (args: string[]) => Promise<void>): void {
  command(process.argv.slice(2)).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${error instanceof ServiceError ? `${error.code}: ` : ''}${message}\n`);
    process.exitCode = 1;
  });
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
