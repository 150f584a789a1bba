import { readFileSync } from 'node:fs';
import { describeInPython, runPython } from '#test/support/python.ts';
import { type Cut, startCuttingProxy } from '#test/support/service/cutting-proxy.ts';
import { testService } from '#test/support/service/running-service.ts';

const tests = 'clients/python/tests';
const names = [...readFileSync(`${tests}/test_journeys.py`, 'utf8').matchAll(/def (?<name>test_\w+)/gu)].map(
  ({ groups }) => groups?.name ?? '',
);

describeInPython('with the Python client', () => {
  let outcome: Awaited<ReturnType<typeof runPython>>;
  const service = testService();
  beforeAll(async () => {
    const { key } = await service.openAccount(500);
    outcome = await runPython(
      ['-W', 'error', '-m', 'unittest', 'discover', '-v', '-s', tests, '-p', 'test_journeys.py'],
      {
        ORIEL_BASE_URL: service.baseUrl,
        ORIEL_API_KEY: key,
      },
    );
  });

  it.each(names.map((name) => [name.replaceAll('_', ' ').slice('test '.length), name]))(
    '%s',
    (_promise, name) => {
      const result = new RegExp(`^${name} .*\\.\\.\\. (?<result>\\w+)$`, 'mu').exec(outcome.stderr);
      expect(result?.groups?.result === 'ok' ? 'ok' : outcome.stderr).toBe('ok');
    },
  );

  it('runs all of its tests', () => {
    expect(names.length).toBeGreaterThan(15);
    expect(outcome.stderr).toMatch(new RegExp(`Ran ${names.length} tests .*\\s+OK`, 'u'));
  });

  it.each<Cut>(['before the answer', 'within the answer'])(
    'a call whose connection breaks %s is charged once',
    async (cut) => {
      const payer = await service.openAccount(10);
      const proxy = await startCuttingProxy(service.baseUrl);
      proxy.cut(cut, cut);
      const broken = await runPython(
        ['-m', 'unittest', 'discover', '-s', tests, '-p', 'test_broken_connection.py'],
        {
          ORIEL_BASE_URL: proxy.url,
          ORIEL_API_KEY: payer.key,
        },
      );
      await proxy.stop();
      expect(broken).toMatchObject({ passed: true });
      expect(await payer.balance()).toBe(8);
    },
  );
});
