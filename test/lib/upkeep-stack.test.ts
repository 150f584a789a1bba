import { readFileSync } from 'node:fs';
import { namer, synthesize } from './support/synthesize.ts';

describe.each(['dev', 'prod'])('what runs on a schedule in %s', (stageName) => {
  const { data, upkeep } = synthesize({ stage: stageName });
  const referred = namer(data);

  it('has the secret store renew each secret that is ours, once a month and not because of a deployment', () => {
    const schedules = upkeep.ofType('AWS::SecretsManager::RotationSchedule');
    const rotated = schedules.map(({ Properties }) => referred(Properties.SecretId)?.Properties.Name);
    expect(rotated.sort()).toEqual([`oriel/${stageName}/service`, `oriel/${stageName}/signing`]);
    for (const { Properties } of schedules)
      expect(Properties).toMatchObject({
        RotationRules: { AutomaticallyAfterDays: 30 },
        RotateImmediatelyOnUpdate: false,
      });
    const callers = upkeep
      .ofType('AWS::Lambda::Permission')
      .filter(({ Properties }) => Properties.Principal === 'secretsmanager.amazonaws.com');
    expect(callers.map(({ Properties }) => referred(Properties.SourceArn)?.Properties.Name).sort()).toEqual(
      rotated,
    );
  });
});

describe('the alarms', () => {
  const { api, upkeep } = synthesize({ stage: 'prod' });
  const text = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const headings = new Set([...text.matchAll(/^## (.+)$/gmu)].map(([, heading]) => heading));
  const alarms = [api, upkeep].flatMap((stack) =>
    stack.ofType('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties),
  );

  it.each(alarms.map(({ AlarmName, AlarmDescription }) => [AlarmName, AlarmDescription]))(
    '%s has a page that says what to do',
    (_name, description) => {
      const page = /docs\/operations\.md#(\S+)$/u.exec(description)?.[1];
      expect(headings).toContain(page);
    },
  );
});
