import { App } from 'aws-cdk-lib';
import { stageFromContext } from '#lib/stage.ts';

const stageOf = (context: Record<string, string>) => stageFromContext(new App({ context }).node);

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
    [{ stage: 'production' }, 'stage'],
    [{ alarmEmail: 'nobody' }, 'alarmEmail'],
    [{ monthlyBudgetUsd: 'much' }, 'monthlyBudgetUsd'],
    [{ domainName: 'x.example', certificateArn: 'arn:aws:acm:eu-west-1:1:certificate/1' }, 'certificateArn'],
  ])('names the value that cannot be used: %j', (context, named) => {
    expect(() => stageOf(context as Record<string, string>)).toThrow(named);
  });

  it('takes a domain only with its certificate', () => {
    expect(() => stageOf({ domainName: 'api.oriel.example' })).toThrow('certificateArn');
  });
});
