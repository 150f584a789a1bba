import { Duration, TimeZone } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import type { ServiceFunction } from './service-function.ts';

interface FunctionSchedulesProps {
  readonly functions: readonly ServiceFunction[];
}

/** A run that could not be started is tried again for this long; the next one comes soon enough. */
const retryFor = Duration.minutes(5);

/** The clocks of the functions that no route reaches, with the one role that may start them. */
export class FunctionSchedules extends Construct {
  constructor(scope: Construct, id: string, { functions }: FunctionSchedulesProps) {
    super(scope, id);
    const scheduled = functions.filter(({ spec }) => spec.everyMinutes !== undefined);
    if (scheduled.length === 0) return;
    const role = new Role(this, 'role', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com'),
      description: 'Starts the scheduled functions and nothing else',
      inlinePolicies: {
        start: new PolicyDocument({
          statements: [
            new PolicyStatement({
              sid: 'StartScheduled',
              actions: ['lambda:InvokeFunction'],
              resources: scheduled.map(calledArn),
            }),
          ],
        }),
      },
    });
    for (const service of scheduled) {
      const { spec } = service;
      new CfnSchedule(this, spec.name, {
        description: spec.description,
        scheduleExpression: `rate(${spec.everyMinutes} ${spec.everyMinutes === 1 ? 'minute' : 'minutes'})`,
        scheduleExpressionTimezone: TimeZone.ETC_UTC.timezoneName,
        flexibleTimeWindow: { mode: 'OFF' },
        target: {
          arn: calledArn(service),
          roleArn: role.roleArn,
          retryPolicy: { maximumEventAgeInSeconds: retryFor.toSeconds(), maximumRetryAttempts: 2 },
        },
      });
    }
  }
}

function calledArn({ alias, lambda }: ServiceFunction): string {
  return (alias ?? lambda).functionArn;
}
