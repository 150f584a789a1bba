/**
 * Runs one function as Lambda does: its bundle, required once, in an isolate
 * with nothing but its own environment, one call after the other.
 */
const { Socket } = require('node:net');
const { parentPort, workerData } = require('node:worker_threads');

const [file, exported] = workerData.handler.split('.');

/**
 * The internet as this function finds it: some hosts and ports are servers on
 * loopback that pass for public ones. All others are dialled as they are.
 */
const { connect } = Socket.prototype;
Socket.prototype.connect = function connectAbroad(...given) {
  const [options, ready] = Array.isArray(given[0]) ? given[0] : given;
  const port = workerData.internet[`${options?.host}:${options?.port}`];
  if (port === undefined) return connect.apply(this, given);
  // An address of the public internet; the guarded fetcher looks where its connection led.
  Object.defineProperty(this, 'remoteAddress', { value: '93.184.215.14' });
  return connect.call(this, { host: '127.0.0.1', port }, ready);
};

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
