import { spawnSync } from 'node:child_process';

/** The line that a function's own logger writes, in a process of its own, as CloudWatch reads it. */
function lineOf(call: string, namespace?: string) {
  const program = `import { createLogger } from '#shared/platform/logger.ts';
    createLogger('oriel', ${JSON.stringify(namespace)}).${call};`;
  const env = { ...process.env, POWERTOOLS_LOG_LEVEL: 'INFO' };
  const args = ['--input-type=module', '--eval', program];
  const { stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  return JSON.parse(stdout);
}

describe('figures of a log line', () => {
  it('are members that CloudWatch makes metrics of, each named with its unit and its dimensions', () => {
    const metrics = "{ tool: 'inspect_serp', figures: { Calls: 1, UpstreamCostUsd: 0.002 } }";
    const line = lineOf(`info('call answered', { request_id: 'req_1' }, ${metrics})`, 'Oriel/x');
    expect(line).toMatchObject({ facts: { request_id: 'req_1' }, Calls: 1, UpstreamCostUsd: 0.002 });
    const [{ Namespace, Dimensions, Metrics }] = line._aws.CloudWatchMetrics;
    expect(Namespace).toBe('Oriel/x');
    expect(line._aws.Timestamp).toBeGreaterThan(0);
    expect(Metrics).toEqual([
      { Name: 'Calls', Unit: 'Count' },
      { Name: 'UpstreamCostUsd', Unit: 'None' },
    ]);
    // A dimension or a metric whose member is missing loses the line.
    for (const name of [...Dimensions[0], ...Metrics.map(({ Name }: { Name: string }) => Name)])
      expect(line).toHaveProperty(name);
    expect([line.service, line.tool]).toEqual(['oriel', 'inspect_serp']);
  });

  it('are left out where there is nothing that would count them', () => {
    const line = lineOf("info('swept', {}, { figures: { OpenHolds: 2 } })");
    expect(line.message).toBe('swept');
    expect(line).not.toHaveProperty('_aws');
    expect(line).not.toHaveProperty('OpenHolds');
  });
});
