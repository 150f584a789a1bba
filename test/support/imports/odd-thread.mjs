import { parentPort, workerData } from 'node:worker_threads';

/** Ends as the id of the upload tells: at once, by an error, or never, with or without taking memory. */
const { uploadId } = workerData.order;
if (uploadId.startsWith('fails')) throw new Error('Broken.');
const kept = [];
while (uploadId.startsWith('greedy')) kept.push(Array.from({ length: 10_000 }, (_, n) => ({ n })));
if (uploadId.startsWith('endless')) for (;;);
if (uploadId.startsWith('slow')) await new Promise((resolve) => setTimeout(resolve, 50));
parentPort.postMessage({ kind: 'log', level: 'info', message: uploadId, facts: {} });
parentPort.postMessage({ kind: 'done' });
