import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import * as v from 'valibot';

/** Asks a service all the time, in a thread of its own, and tells each wait for an answer that is the longest so far. */
const baseUrl = v.parse(v.string(), workerData);
let longest = 0;
for (;;) {
  const start = performance.now();
  try {
    await (await fetch(`${baseUrl}/healthz`)).text();
    const waited = performance.now() - start;
    if (waited > longest) parentPort?.postMessage(waited);
    longest = Math.max(longest, waited);
  } catch {
    // Killed, as it is meant to be.
  }
  await sleep(20);
}
