/**
 * Runs one function as Lambda does: its bundle, required once, in an isolate
 * with nothing but its own environment, one call after the other.
 */
const { parentPort, workerData } = require('node:worker_threads');

const [file, exported] = workerData.handler.split('.');
const handler = require(`${workerData.assetFolder}/${file}.js`)[exported];

parentPort.on('message', async ({ event, context, endsAt }) => {
  try {
    const result = await handler(event, {
      ...context,
      getRemainingTimeInMillis: () => Math.max(0, endsAt - Date.now()),
    });
    parentPort.postMessage({ result });
  } catch (error) {
    parentPort.postMessage({ failure: String(error?.stack ?? error) });
  }
});
