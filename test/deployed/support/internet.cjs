/**
 * The internet as a function finds it: some hosts and ports are servers on
 * loopback that pass for public ones. All others are dialled as they are.
 */
const { Socket } = require('node:net');
const { env } = require('node:process');

function goAbroad(internet) {
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function connectAbroad(...given) {
    const [options, ready] = Array.isArray(given[0]) ? given[0] : given;
    const port = internet[`${options?.host}:${options?.port}`];
    if (port === undefined) return connect.apply(this, given);
    // An address of the public internet; the guarded fetcher looks where its connection led.
    Object.defineProperty(this, 'remoteAddress', { value: '93.184.215.14' });
    return connect.call(this, { host: '127.0.0.1', port }, ready);
  };
}

// A process that a function has started has it from its environment.
if (env.TEST_INTERNET) goAbroad(JSON.parse(env.TEST_INTERNET));

module.exports = { goAbroad };
