import { runBulkStep } from '#shared/facts/bulk/bulk-steps.ts';
import { bulkRequest, processUse } from './bulk-messages.ts';

/** A process of a build: it does the steps that it is sent, one after another, and ends with its channel. */
process.on('message', (message) => {
  const { kind, given } = bulkRequest(message);
  runBulkStep(kind, given).then(
    (gives) => process.send?.({ gives, ...processUse() }),
    (error: unknown) =>
      process.send?.({ error: error instanceof Error ? error.message : String(error), ...processUse() }),
  );
});
process.on('disconnect', () => process.exit());
