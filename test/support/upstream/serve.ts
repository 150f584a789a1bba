import { parseArgs } from 'node:util';
import { type FaultName, faultNames } from './faults.ts';
import { startUpstream } from './server.ts';

/**
 * The upstream test server by itself, for trying the whole service against it:
 *
 *   node bin/launch.mjs test/support/upstream/serve.ts --port 4600 [--fault reset --rate 0.2] [--latency 300]
 *   UPSTREAM_BASE_URL=http://127.0.0.1:4600 DATAFORSEO_LOGIN=tester DATAFORSEO_PASSWORD=test-password npm start
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4600' },
    fault: { type: 'string' },
    rate: { type: 'string', default: '1' },
    latency: { type: 'string', default: '50' },
  },
});

const fault = values.fault as FaultName | undefined;
if (fault !== undefined && !faultNames.includes(fault)) {
  process.stderr.write(`There is no fault "${fault}". Known: ${faultNames.join(', ')}.\n`);
  process.exit(1);
}
const rate = Number(values.rate);
const upstream = await startUpstream({
  port: Number(values.port),
  latencyMs: Number(values.latency),
  ...(fault && { fault: () => (Math.random() < rate ? fault : undefined) }),
});
process.stdout.write(`${upstream.baseUrl} (login ${upstream.login}, password ${upstream.password})\n`);
