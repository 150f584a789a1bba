import { parentPort, workerData } from 'node:worker_threads';
import { runBulkStep } from '#shared/facts/bulk/build-index.ts';

/** A thread of a build: it does the one step that it is given. */
const { kind, given } = workerData;
parentPort?.postMessage(await runBulkStep(kind, given));
