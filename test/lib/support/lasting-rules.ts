import { isDeepStrictEqual } from 'node:util';
import { type AwsRule, entries, type Json, refusing } from './rule.ts';

/** What a stage keeps and pays for over the months: its logs, the ends of its tables, what can be restored. */
export const lastingRules: readonly AwsRule[] = [
  {
    name: 'every function logs where lines expire, or nowhere',
    source:
      'Lambda, "Working with Lambda function logs": without a log group of its own it makes one that never expires; without the right to log it makes none.',
    faults: (resources) => [
      ...refusing('AWS::Lambda::Function', ({ LoggingConfig, Role }) => {
        if (LoggingConfig?.LogGroup) return true;
        const role = resources[Role?.['Fn::GetAtt']?.[0]];
        return role !== undefined && !/logs:|AWSLambdaBasicExecutionRole/u.test(JSON.stringify(role));
      })(resources),
      ...refusing('AWS::Logs::LogGroup', ({ RetentionInDays }) => RetentionInDays > 0)(resources),
    ],
  },
  {
    name: "the gateway's own log expires",
    source:
      'API Gateway, "Set up CloudWatch logging": execution logs go to API-Gateway-Execution-Logs_{rest-api-id}/{stage}, which it makes where it is not there.',
    faults: (resources) =>
      Object.entries(resources).flatMap(([id, { Type, Properties, DependsOn = [] }]) => {
        if (Type !== 'AWS::ApiGateway::Stage') return [];
        const group = {
          'Fn::Join': ['', ['API-Gateway-Execution-Logs_', Properties.RestApiId, `/${Properties.StageName}`]],
        };
        const made = entries(resources, 'AWS::Logs::LogGroup').filter(([, log]) =>
          isDeepStrictEqual(log.Properties.LogGroupName, group),
        );
        return made.some(([log]) => DependsOn.includes(log)) ? [] : [id];
      }),
  },
  {
    name: 'what a table may cost has an end',
    source:
      'DynamoDB, "Maximum throughput for on-demand tables": without one a table takes whatever its account may.',
    faults: refusing(
      'AWS::DynamoDB::GlobalTable',
      ({ WriteOnDemandThroughputSettings: writes, Replicas }) =>
        writes?.MaxWriteRequestUnits > 0 &&
        Replicas.every(({ ReadOnDemandThroughputSettings: reads }: Json) => reads?.MaxReadRequestUnits > 0),
    ),
  },
  {
    name: 'what no question brings again can be restored, and only that is paid for',
    source:
      'DynamoDB, "Point-in-time recovery": off unless it is switched on, and paid by the size of the table.',
    faults: refusing('AWS::DynamoDB::GlobalTable', ({ TableName, Replicas }) =>
      Replicas.every(
        ({ PointInTimeRecoverySpecification: recovery }: Json) =>
          recovery?.PointInTimeRecoveryEnabled === !/-facts$/u.test(TableName),
      ),
    ),
  },
  {
    name: 'a stack that goes back finds the parameters that it read before',
    source:
      'CloudFormation, "Update behaviors": another name is another parameter, and the former is deleted before a stack behind it goes back.',
    faults: refusing(
      'AWS::SSM::Parameter',
      ({ Name }) => /^[/a-z0-9-]+$/u.test(Name) && !/[0-9a-f]{8}/u.test(Name),
    ),
  },
];
