import { App } from 'aws-cdk-lib';
import { stageFromContext } from '#lib/stage.ts';

const stageOf = (context: Record<string, unknown>) => stageFromContext(new App({ context }).node);

describe('the stage of a deployment', () => {
  it('is dev where nothing is said: small, and free to be deleted', () => {
    expect(stageOf({})).toMatchObject({ name: 'dev', keepData: false, domain: undefined });
  });

  it('is prod on demand: its data refuses to be deleted, its code arrives gradually', () => {
    expect(stageOf({ stage: 'prod' })).toMatchObject({
      name: 'prod',
      keepData: true,
      gradualDeployment: true,
    });
  });

  it.each([
    [{ stage: 'Staging' }, 'stage'],
    [{ stage: 'a-very-long-stage-name' }, 'stage'],
    [{ keepData: 'perhaps' }, 'keepData'],
    [{ alarmEmail: 'nobody' }, 'alarmEmail'],
    [{ monthlyBudgetUsd: 'much' }, 'monthlyBudgetUsd'],
    [{ dev: { alarmEmial: 'ops@oriel.example' } }, 'alarmEmial'],
    [{ dev: 'small' }, 'dev'],
    [{ domainName: 'x.example', certificateArn: 'arn:aws:acm:eu-west-1:1:certificate/1' }, 'certificateArn'],
  ])('names the value that cannot be used: %j', (context, named) => {
    expect(() => stageOf(context)).toThrow(named);
  });

  it('has any name, and is what its options say', () => {
    expect(stageOf({ stage: 'staging' })).toMatchObject({
      name: 'staging',
      profile: 'trial',
      keepData: false,
      gradualDeployment: false,
    });
    const careful = { staging: { profile: 'production', gradualDeployment: false }, stage: 'staging' };
    expect(stageOf({ ...careful, keepData: 'false' })).toMatchObject({
      name: 'staging',
      profile: 'production',
      keepData: false,
      gradualDeployment: false,
      auditConcurrency: 20,
    });
  });

  it('has the settings that are kept under its name, and none of another stage', () => {
    const kept = {
      prod: { alarmEmail: 'ops@oriel.example', monthlyBudgetUsd: 300 },
      dev: { mailFrom: 'dev@oriel.example' },
    };
    expect(stageOf({ ...kept, stage: 'prod' })).toMatchObject({
      alarmEmail: 'ops@oriel.example',
      monthlyBudgetUsd: 300,
      mailFrom: undefined,
    });
    expect(stageOf(kept)).toMatchObject({ alarmEmail: undefined, mailFrom: 'dev@oriel.example' });
  });

  it('takes what the command line says instead of what is kept', () => {
    const prod = { alarmEmail: 'ops@oriel.example', monthlyBudgetUsd: 300 };
    expect(stageOf({ prod, stage: 'prod', monthlyBudgetUsd: '400' })).toMatchObject({
      alarmEmail: 'ops@oriel.example',
      monthlyBudgetUsd: 400,
    });
  });

  it('lets as many requests in as it is told', () => {
    expect(stageOf({ stage: 'prod' })).toMatchObject({ requestsPerSecond: 1_000, requestBurst: 2_000 });
    expect(() => stageOf({ stage: 'prod', requestsPerSecond: '1' })).toThrow('requestsPerSecond');
    expect(() => stageOf({ stage: 'prod', requestBurst: '19' })).toThrow('requestBurst');
    const busy = { stage: 'prod', requestsPerSecond: '4000', requestBurst: '5000' };
    expect(stageOf(busy)).toMatchObject({ requestsPerSecond: 4_000, requestBurst: 5_000 });
  });

  it('takes a domain only with its certificate', () => {
    expect(() => stageOf({ domainName: 'api.oriel.example' })).toThrow('certificateArn');
  });
});
