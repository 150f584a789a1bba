import { readFileSync } from 'node:fs';
import { namer, type Resource, synthesize } from './support/synthesize.ts';

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

describe('a clock that has stopped', () => {
  it('is noticed where it is quick: no run in two of three periods, each as long as three runs', () => {
    const { upkeep } = synthesize({ stage: 'prod' });
    const alarms = upkeep
      .ofType('AWS::CloudWatch::Alarm')
      .filter(({ Properties }) => Properties.AlarmName.endsWith('-not-called'))
      .map(({ Properties }) => [
        Properties.AlarmName,
        Properties.Metrics.find(({ MetricStat }: Resource['Properties']) => MetricStat)?.MetricStat.Period,
        Properties.TreatMissingData,
        `${Properties.DatapointsToAlarm} of ${Properties.EvaluationPeriods}`,
      ]);
    expect(alarms).toEqual([
      ['oriel-prod-sweep-not-called', 900, 'breaching', '2 of 3'],
      ['oriel-prod-low-balance-not-called', 2_700, 'breaching', '2 of 3'],
      ['oriel-prod-ask-trackers-not-called', 180, 'breaching', '2 of 3'],
      ['oriel-prod-dispatch-deliveries-not-called', 180, 'breaching', '2 of 3'],
      ['oriel-prod-canary-not-called', 900, 'breaching', '2 of 3'],
      ['oriel-prod-sync-search-console-not-called', 180, 'breaching', '2 of 3'],
      ['oriel-prod-run-crawls-not-called', 180, 'breaching', '2 of 3'],
    ]);
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

describe.each([
  ['reads documents of clients', 'client-metadata', 'ReadClientMetadata', ['oauth-oauth']],
  ['opens pages', 'open-pages', 'OpenPages', ['mcp-mcp', 'tools-audit-site', 'upkeep-ask-trackers']],
])('the function that %s', (_does, ownName, sid, names) => {
  const { api, upkeep } = synthesize({ stage: 'prod' });
  const name = `oriel-prod-upkeep-${ownName}`;
  const statementsOf = ({ Properties }: Resource): Resource['Properties'][] =>
    Properties.Policies.flatMap(({ PolicyDocument }: Resource['Properties']) => PolicyDocument.Statement);

  it('may be called by those alone that are for it', () => {
    const callers = [...api.ofType('AWS::IAM::Role'), ...upkeep.ofType('AWS::IAM::Role')].filter((role) =>
      JSON.stringify(role.Properties).includes(`"${sid}"`),
    );
    const described = callers.map(({ Properties }) => String(Properties.Description));
    expect(described.toSorted()).toEqual(names.map((each) => expect.stringContaining(`oriel-prod-${each} `)));
    const statement = callers.flatMap(statementsOf).find(({ Sid }) => Sid === sid);
    expect(statement).toMatchObject({ Effect: 'Allow', Action: 'lambda:InvokeFunction' });
    expect(JSON.stringify(statement?.Resource)).toMatch(new RegExp(`:function:${name}"`, 'u'));
  });

  it('may itself do nothing but write its log and traces', () => {
    const reader = upkeep
      .ofType('AWS::Lambda::Function')
      .find(({ Properties }) => Properties.FunctionName === name);
    const role = upkeep.resources[reader?.Properties.Role['Fn::GetAtt'][0]];
    expect(role && statementsOf(role).map(({ Sid }) => Sid)).toEqual(['OwnLog', 'Traces']);
  });
});
