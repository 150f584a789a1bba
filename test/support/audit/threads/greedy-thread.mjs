import { parentPort } from 'node:worker_threads';

/** Takes memory until there is none, or ends by an error, as it is told. */
parentPort.on('message', ({ input }) => {
  if (input.domain === 'fails.example') throw new Error('Broken.');
  if (input.domain === 'fine.example')
    return parentPort.postMessage({ kind: 'answer', answer: { data: 'fine' } });
  const kept = [];
  for (;;) kept.push(Array.from({ length: 10_000 }, (_, n) => ({ n })));
});
