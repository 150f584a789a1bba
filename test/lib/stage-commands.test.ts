import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { creditsOfJourneys } from '#lib/journeys.ts';
import { startWireServer } from '#test/support/aws/http-server.ts';
import { testService } from '#test/support/service/running-service.ts';

/** Runs a program of `bin` as its npm script does. */
async function run(program: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [`bin/${program}.ts`, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const [code] = await once(child, 'close');
  return { code, said };
}

describe.each(['deploy', 'destroy'])('npm run %s', (program) => {
  it.each([[[]], [['--stage', 'My Stage']]])('does nothing and shows its usage for %j', async (args) => {
    const { code, said } = await run(program, args);
    expect(code).toBe(2);
    expect(said).toContain(`Usage: npm run ${program} -- --stage NAME`);
  });
});

describe('npm run verify', () => {
  const service = testService();

  it('passes a service that answers, refuses and charges as it should', async () => {
    const { key, balance } = await service.openAccount(10);
    const email = 'verify@directory.example';
    const reviewer = await service.operations.reviewers.create(email, { days: 1, credits: 1 });
    const { code, said } = await run('verify', ['--url', `${service.baseUrl}/`], {
      ORIEL_API_KEY: key,
      ORIEL_REVIEWER_EMAIL: email,
      ORIEL_REVIEWER_CODE: reviewer.code,
    });
    expect(said.split('\n').filter((line) => !line.startsWith('ok '))).toEqual([
      'canary low on credits {"signal":"canary_credits","balance":8}',
      '',
    ]);
    for (const way of ['paid_call', 'docs', 'free_mistake', 'dataset', 'agent', 'reviewer_sign_in'])
      expect(said).toContain(`ok     ${way}`);
    expect(code).toBe(0);
    expect(await balance()).toBe(10 - 2 - creditsOfJourneys);
  });

  it('says which way into the service does not work, and that no paid call was tried', async () => {
    const server = await startWireServer(() => ({ status: 200, body: '<div id="root">' }));
    const { code, said } = await run('verify', ['--url', server.url, '--wait', '0.1']);
    await server.stop();
    expect(said).toContain('FAILED refusals: /v1/me/credits answered 200, expected 401');
    expect(said).toContain('ok     dashboard');
    expect(said).toContain('FAILED agent_metadata');
    expect(said).toContain('paid calls were not tried');
    expect(said).toContain('signing in was not tried');
    expect(code).toBe(1);
  });

  it('asks for an address where it is told none', async () => {
    expect(await run('verify', [])).toMatchObject({
      code: 2,
      said: expect.stringContaining('--stage NAME | --url URL'),
    });
    const { code, said } = await run('verify', ['--stage', 'nowhere']);
    expect(said).toContain('There is no cdk.out/outputs-nowhere.json');
    expect(code).toBe(2);
  });
});
