import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

const ready = v.object({
  base_url: v.string(),
  dashboard_url: v.string(),
  mcp_url: v.string(),
  account_id: v.string(),
  api_key: v.string(),
});
type Ready = v.InferOutput<typeof ready>;

export interface ServerProcess {
  readonly child: ChildProcess;
  /** All that it has printed so far. */
  output(): string;
  /** What `ready.json` says once the server answers. */
  ready(): Promise<Ready>;
  /** Ends with the process, all that it printed read; its exit code, or the signal that ended it. */
  ended(): Promise<number | string>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** `npm start` as its own process, so that it can be killed. */
export function startServerProcess(env: NodeJS.ProcessEnv): ServerProcess {
  const child = spawn(process.execPath, ['bin/serve.ts'], {
    env: { ...process.env, POWERTOOLS_LOG_LEVEL: 'SILENT', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  // Not 'exit', after which the last words may still be on their way.
  const end = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code ?? 0));
  });
  return {
    child,
    output: () => printed,
    ended: () => end,
    async ready() {
      const file = join(env.DATA_DIR ?? '.data', 'ready.json');
      const deadline = Date.now() + 150_000;
      while (Date.now() < deadline) {
        if (child.exitCode !== null) throw new Error(`The server ended: ${printed}`);
        if (printed.includes('Oriel is ready'))
          return v.parse(ready, JSON.parse(await readFile(file, 'utf8')));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`The server was not ready in 150 seconds: ${printed}`);
    },
    async kill(signal) {
      child.kill(signal);
      await end;
    },
  };
}
