import { parentPort } from 'node:worker_threads';

/** Never ends and never yields. */
parentPort.on('message', () => {
  parentPort.postMessage({ kind: 'progress', step: [0, 1, 'Begun'] });
  for (;;);
});
