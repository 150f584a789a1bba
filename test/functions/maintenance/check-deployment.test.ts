import { allProbes } from '#functions/maintenance/canary/canary.ts';
import { judgeDeployment } from '#functions/maintenance/check-deployment.ts';
import { deployedName } from '#lib/function-spec.ts';
import { apiFunctions } from '#lib/service-functions.ts';
import { createClock } from '#shared/platform/clock.ts';
import { testService } from '#test/support/service/running-service.ts';

type Parts = Parameters<typeof judgeDeployment>[1];

const sound = JSON.stringify({ statusCode: 401, body: '{}' });
const crashed = Object.assign(new Error('oriel-prod-tools-inspect-page failed: The file is not whole.'), {
  name: 'FunctionFailed',
});
/** As code that is new answers, where what callers have is sound. */
const onlyNew = (invoke: () => Promise<string>) => (code: string) =>
  code.endsWith(':live') ? Promise.resolve(sound) : invoke();

/** What CodeDeploy is told, and what is logged, where all is well but for what a test changes. */
async function check(changed: Partial<Parts> = {}) {
  const told: unknown[] = [];
  const logged: unknown[] = [];
  const called: unknown[] = [];
  const quiet = () => {};
  await judgeDeployment(
    { DeploymentId: 'd-1', LifecycleEventHookExecutionId: 'hook-1', CombinedEvent: true },
    {
      deployments: {
        functionOf: async () => 'oriel-prod-tools-inspect-keyword',
        answer: async (run, status) => void told.push({ ...run, status }),
      },
      invoke: async (code, { httpMethod }: { httpMethod?: string }) => {
        called.push([code, httpMethod]);
        return sound;
      },
      probes: async () => [{ signal: 'canary_open_paths', run: async () => {} }],
      logger: { info: quiet, warn: quiet, error: (_message, facts) => void logged.push(facts) },
      secondTryAfterMs: 0,
      ...changed,
    },
  );
  return { told, logged, called };
}

const answer = (status: string) => [{ deploymentId: 'd-1', lifecycleEventHookExecutionId: 'hook-1', status }];
const failing = (signal: string): Parts['probes'] => {
  return async () => [{ signal, run: () => Promise.reject(new Error('/healthz answered 503')) }];
};

describe('the check of a deployment', () => {
  it('lets code in that answers, where callers meet what they should', async () => {
    const { told, logged, called } = await check();
    expect(told).toEqual(answer('Succeeded'));
    expect(logged).toEqual([]);
    expect(called).toEqual([['oriel-prod-tools-inspect-keyword', 'GET']]);
  });

  it('takes the head of a streamed answer for an answer', async () => {
    const head = JSON.stringify({ statusCode: 401 });
    expect((await check({ invoke: async () => `${head}${'\0'.repeat(8)}{}` })).told).toEqual(
      answer('Succeeded'),
    );
  });

  it.each([
    ['fails', () => Promise.reject(crashed), 'failed: The file is not whole.'],
    ['answers 500', async () => '{"statusCode":500}', 'answered 500'],
    ['answers nothing', async () => '', 'gave no answer'],
    ['answers what no caller reads', async () => '{"errorMessage":"x"}', 'gave no answer'],
  ])('keeps code out that %s', async (_fault, invoke, said) => {
    const { told, logged } = await check({ invoke: onlyNew(invoke) });
    expect(told).toEqual(answer('Failed'));
    expect(logged).toEqual([{ deployment_id: 'd-1', faults: [expect.stringContaining(said)] }]);
  });

  it('does not blame new code for what callers of the code before meet too', async () => {
    const invoke = () => Promise.reject(crashed);
    expect((await check({ invoke })).told).toEqual(answer('Succeeded'));
  });

  it('reports Failed where a probe fails twice, with what it met', async () => {
    const { told, logged } = await check({ probes: failing('canary_open_paths') });
    expect(told).toEqual(answer('Failed'));
    expect(logged).toEqual([{ deployment_id: 'd-1', faults: ['/healthz answered 503'] }]);
  });

  it('does not blame the code for a name without a DNS record', async () => {
    expect((await check({ probes: failing('canary_address') })).told).toEqual(answer('Succeeded'));
  });

  it('reports Failed where nothing can be called', async () => {
    const invoke = () => Promise.reject(new Error('The role does not allow this.'));
    expect((await check({ invoke })).told).toEqual(answer('Failed'));
  });

  it('reports Failed where CodeDeploy does not say what is deployed', async () => {
    const told: unknown[] = [];
    const deployments: Parts['deployments'] = {
      functionOf: () => Promise.reject(new Error('AccessDenied')),
      answer: async (run, status) => void told.push({ ...run, status }),
    };
    await check({ deployments });
    expect(told).toEqual(answer('Failed'));
  });
});

describe('the checks of a deployment of every function at once', () => {
  const service = testService();

  it('stay below what the account of the canary may call, before and after', async () => {
    // As operations.md has it made: with the rates that every account has.
    const { account_id, api_key } = await service.operations.operator.createAccount({
      email: 'canary@oriel.example',
      credits: 20_000,
    });
    const { balance } = service.callerWith(account_id, api_key);
    const told: string[] = [];
    const quiet = { info: () => {}, warn: () => {}, error: () => {} };
    const checkOf = (spec: (typeof apiFunctions)[number]) => {
      const deployments: Parts['deployments'] = {
        functionOf: async () => deployedName(spec, 'prod'),
        answer: async (_run, status) => void told.push(status),
      };
      const probes = async () => {
        const parts = { clock: createClock(), logger: quiet };
        return allProbes(service.baseUrl, JSON.stringify({ api_key }), parts);
      };
      return check({ deployments, probes });
    };
    for (const _hook of ['before', 'after']) await Promise.all(apiFunctions.map(checkOf));
    expect(told).toEqual(Array(2 * apiFunctions.length).fill('Succeeded'));
    // A run that begins in one hour and ends in the next is charged twice.
    expect([2, 4]).toContain(20_000 - (await balance()));
  });
});
