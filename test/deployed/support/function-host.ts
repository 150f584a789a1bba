import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Context } from 'aws-lambda';
import type { CallResult, GatewayEvent } from '#shared/http/call.ts';
import type { DeployedFunction } from './assembly.ts';
import { createStreamedAnswer } from './streamed-answer.ts';

/** Invokes one function, in as many workers as calls run at once, up to a bound; more wait. */
export interface FunctionHost {
  invoke(event: GatewayEvent, context: Context): Promise<CallResult>;
  /** The same for an integration that passes the answer on as it comes: settles with its head. */
  invokeStreaming(event: GatewayEvent, context: Context): Promise<CallResult>;
  /** Starts it as a clock does, with no gateway in between; rejects where it fails. */
  start(event: GatewayEvent, context: Context): Promise<unknown>;
  /** Lines that the function logged. */
  readonly log: readonly string[];
  /** Ends the workers, as a deployment does: the next call starts cold. */
  recycle(): Promise<void>;
}

/** Plenty for a journey, few enough for two cores. */
const maxWorkers = 4;

const workerFile = fileURLToPath(new URL('./function-worker.cjs', import.meta.url));

/** What surrounds a function. */
interface Surroundings {
  readonly environment: Readonly<Record<string, string>>;
  /** Ports on loopback of servers that pass for public ones, by `host:port`. */
  readonly internet: Readonly<Record<string, number>>;
}

export function createFunctionHost(
  deployed: DeployedFunction,
  { environment, internet }: Surroundings,
): FunctionHost {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const waiting: ((worker: Worker) => void)[] = [];
  const log: string[] = [];
  const disks = new Set<string>();

  const start = () => {
    // "Each execution environment provides between 512 MB and 10,240 MB of disk space in the /tmp directory."
    const TMPDIR = mkdtempSync(join(tmpdir(), 'oriel-container-'));
    disks.add(TMPDIR);
    const worker = new Worker(workerFile, {
      workerData: { assetFolder: deployed.assetFolder, handler: deployed.handler, internet },
      env: { ...environment, TMPDIR, LAMBDA_TASK_ROOT: deployed.assetFolder },
      resourceLimits: { maxOldGenerationSizeMb: deployed.memoryMb },
      stdout: true,
      stderr: true,
    });
    worker.stdout.on('data', (chunk: Buffer) => log.push(chunk.toString()));
    worker.stderr.on('data', (chunk: Buffer) => log.push(chunk.toString()));
    worker.setMaxListeners(50);
    all.add(worker);
    return worker;
  };
  const acquire = (): Promise<Worker> => {
    const free = idle.pop();
    if (free) return Promise.resolve(free);
    if (all.size < maxWorkers) return Promise.resolve(start());
    return new Promise((resolve) => waiting.push(resolve));
  };
  const release = (worker: Worker) => {
    const next = waiting.shift();
    if (next) next(worker);
    else idle.push(worker);
  };
  const discard = (worker: Worker) => {
    all.delete(worker);
    void worker.terminate();
    const next = waiting.shift();
    if (next) next(start());
  };

  const run = async (event: GatewayEvent, context: Context, heard: (piece: Uint8Array) => void) => {
    const worker = await acquire();
    try {
      const call = { event, context: plainContext(context, deployed), heard };
      const result = await runOnce(worker, call, deployed.timeoutSeconds);
      if (Buffer.byteLength(JSON.stringify(result ?? null)) > mostAnswerBytes)
        throw new Error('Function.ResponseSizeTooLarge');
      release(worker);
      return result;
    } catch (error) {
      log.push(String(error));
      discard(worker);
      throw error;
    }
  };

  return {
    log,
    async invoke(event, context) {
      let isPiecemeal = false;
      const result = await run(event, context, () => {
        isPiecemeal = true;
      }).catch(() => gatewayFailure);
      return isPiecemeal || !result ? gatewayFailure : result;
    },
    async start(event, context) {
      const pieces: Uint8Array[] = [];
      const result = await run(event, context, (piece) => pieces.push(Buffer.from(piece)));
      return pieces.length > 0 ? Buffer.concat(pieces).toString() : result;
    },
    async invokeStreaming(event, context) {
      const answer = createStreamedAnswer();
      run(event, context, answer.push).then(answer.end, answer.fail);
      return answer.answered.catch((error) => {
        log.push(String(error));
        return gatewayFailure;
      });
    },
    async recycle() {
      idle.length = 0;
      const ended = [...all].map((worker) => {
        worker.unref();
        return worker.terminate();
      });
      all.clear();
      // A thread that is slow to end has nothing left to do, so waiting for it has a limit.
      await Promise.race([Promise.all(ended), sleep(5_000, undefined, { ref: false })]);
      for (const disk of disks) rmSync(disk, { recursive: true, force: true });
      disks.clear();
    },
  };
}

/** What Lambda takes of an answer that is not streamed ("Lambda quotas": invocation payload, 6 MB each way). */
const mostAnswerBytes = 6_291_556;

/** What API Gateway makes of a function that crashed, ran out of time or answered in another form than it reads. */
const gatewayFailure: CallResult = {
  statusCode: 502,
  headers: {},
  body: '{"message": "Internal server error"}',
};

interface Call {
  readonly event: GatewayEvent;
  readonly context: object;
  /** Told each piece of an answer that is streamed. */
  readonly heard: (piece: Uint8Array) => void;
}

interface Message {
  readonly result?: CallResult;
  readonly piece?: Uint8Array;
  readonly failure?: string;
}

function runOnce(
  worker: Worker,
  { event, context, heard }: Call,
  timeoutSeconds: number,
): Promise<CallResult | undefined> {
  const endsAt = Date.now() + timeoutSeconds * 1_000;
  return new Promise((resolve, reject) => {
    // A function stops by the remaining time it is given; the time this machine takes for it is not asserted.
    const timer = setTimeout(
      () => settle(() => reject(new Error(`Not done after ${timeoutSeconds} s and a minute`))),
      timeoutSeconds * 1_000 + 60_000,
    );
    const settle = (end: () => void) => {
      clearTimeout(timer);
      worker.removeAllListeners('message').removeAllListeners('error').removeAllListeners('exit');
      end();
    };
    worker.on('message', ({ result, piece, failure }: Message) => {
      if (piece) heard(piece);
      else settle(() => (failure ? reject(new Error(failure)) : resolve(result)));
    });
    worker.once('error', (error) => settle(() => reject(error)));
    worker.once('exit', (code) => settle(() => reject(new Error(`The function exited with ${code}.`))));
    worker.postMessage({ event, context, endsAt });
  });
}

/** What of a context can be sent to another thread. */
function plainContext({ awsRequestId }: Context, { name, memoryMb }: DeployedFunction): object {
  return { awsRequestId, functionName: name, functionVersion: '$LATEST', memoryLimitInMB: String(memoryMb) };
}
