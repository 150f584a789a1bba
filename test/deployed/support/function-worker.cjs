/**
 * Runs one function as Lambda does: its bundle, required once, in an isolate
 * with nothing but its own environment, one call after the other.
 */
const childProcess = require('node:child_process');
const { Writable } = require('node:stream');
const { parentPort, workerData } = require('node:worker_threads');
const { goAbroad } = require('./internet.cjs');

const streaming = Symbol('streams its answers');

/** What the runtime gives to functions that stream (AWS Lambda developer guide, "Response streaming"). */
globalThis.awslambda = {
  streamifyResponse: (handler) => Object.assign(handler, { [streaming]: true }),
  HttpResponseStream: {
    from(out, head) {
      out.beforeFirstWrite = (write) => {
        write(JSON.stringify(head));
        write(new Uint8Array(8));
      };
      return out;
    },
  },
};

/** As in the runtime, the head goes out with the first `write`, and not with an `end` that has a last piece. */
function createResponseStream() {
  const out = new Writable({
    write(piece, _encoding, done) {
      parentPort.postMessage({ piece });
      done();
    },
  });
  const write = out.write.bind(out);
  out.write = (...args) => {
    const sendHead = out.beforeFirstWrite;
    out.beforeFirstWrite = undefined;
    sendHead?.(write);
    return write(...args);
  };
  return out;
}

const [file, exported] = workerData.handler.split('.');

goAbroad(workerData.internet);

/** What a function starts finds the same internet. */
const { fork } = childProcess;
childProcess.fork = (program, options) =>
  fork(program, {
    ...options,
    execArgv: [...options.execArgv, '--require', require.resolve('./internet.cjs')],
    env: { ...options.env, TEST_INTERNET: JSON.stringify(workerData.internet) },
  });

const handler = require(`${workerData.assetFolder}/${file}.js`)[exported];

parentPort.on('message', async ({ event, context, endsAt }) => {
  try {
    const fullContext = { ...context, getRemainingTimeInMillis: () => Math.max(0, endsAt - Date.now()) };
    const result = handler[streaming]
      ? await handler(event, createResponseStream(), fullContext)
      : await handler(event, fullContext);
    parentPort.postMessage({ result });
  } catch (error) {
    parentPort.postMessage({ failure: String(error?.stack ?? error) });
  }
});
