import { type Resource, synthesize } from './support/synthesize.ts';

describe.each(['dev', 'prod'] as const)('the alarms of a stage %s', (stage) => {
  const { api, upkeep } = synthesize({ stage });
  const all = [api, upkeep];
  const ofType = (type: string): readonly Resource[] => all.flatMap((stack) => stack.ofType(type));

  it('mails each alarm by itself or through exactly one of two that stand for several', () => {
    const composites = ofType('AWS::CloudWatch::CompositeAlarm').map(({ Properties }) => Properties);
    expect(
      composites.map(({ AlarmName, AlarmActions, ActionsSuppressor }) => [
        AlarmName,
        AlarmActions.length,
        ActionsSuppressor !== undefined,
      ]),
    ).toEqual([
      [`oriel-${stage}-causes`, 1, false],
      [`oriel-${stage}-symptoms`, 1, true],
    ]);
    const rules = JSON.stringify(composites.map(({ AlarmRule }) => AlarmRule));
    const alarms = all
      .flatMap(({ resources }) => Object.entries(resources))
      .filter(([, { Type }]) => Type === 'AWS::CloudWatch::Alarm');
    const mails = (id: string) => (rules.includes(`"${id}"`) ? 0 : 1);
    expect(alarms.map(([id, { Properties }]) => [id, Properties.AlarmActions?.length ?? 0])).toEqual(
      alarms.map(([id]) => [id, mails(id)]),
    );
    expect(alarms.filter(([id]) => mails(id) === 0).length).toBeGreaterThan(15);
  });

  it('takes off the failures that test keys have asked for, in the namespace of the lines that tell of them', () => {
    const alarm = ofType('AWS::CloudWatch::Alarm')
      .map(({ Properties }) => Properties)
      .find(({ AlarmName }) => AlarmName === `oriel-${stage}-api-failures`);
    const played = alarm?.Metrics.find(({ Id }: { Id: string }) => Id === 'played')?.MetricStat.Metric;
    expect(played).toEqual({
      Namespace: `Oriel/${stage}`,
      MetricName: 'PlayedFailures',
      Dimensions: [{ Name: 'service', Value: 'oriel' }],
    });
    const [tool] = api
      .ofType('AWS::Lambda::Function')
      .filter(({ Properties }) => Properties.FunctionName === `oriel-${stage}-tools-audit-site`);
    expect(tool?.Properties.Environment.Variables.METRIC_NAMESPACE).toBe(`Oriel/${stage}`);
  });
});
