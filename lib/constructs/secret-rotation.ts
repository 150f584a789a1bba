import { Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnRotationSchedule, type Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { KeptSecretName } from '#shared/contract/grants.ts';
import type { ServiceFunction } from './service-function.ts';

interface SecretRotationProps {
  readonly functions: readonly ServiceFunction[];
  readonly secrets: Readonly<Record<KeptSecretName, Secret>>;
}

/** Far longer than anything that a rotated key signs lives, and often enough to keep the way in use. */
const everyDays = 30;

/** The secret store's own clocks: each secret that a function renews is handed to it once a month. */
export class SecretRotation extends Construct {
  constructor(scope: Construct, id: string, { functions, secrets }: SecretRotationProps) {
    super(scope, id);
    for (const { spec, lambda } of functions)
      for (const name of spec.rotatesSecrets ?? []) {
        const { secretArn } = secrets[name];
        lambda.addPermission(`rotate-${name}`, {
          principal: new ServicePrincipal('secretsmanager.amazonaws.com'),
          sourceAccount: Stack.of(this).account,
          sourceArn: secretArn,
        });
        const schedule = new CfnRotationSchedule(this, name, {
          secretId: secretArn,
          rotationLambdaArn: lambda.functionArn,
          rotationRules: { automaticallyAfterDays: everyDays },
          // A deployment is not a reason: two of them within hours would end agents' tokens.
          rotateImmediatelyOnUpdate: false,
        });
        // The store asks for the permission when the schedule is made.
        schedule.node.addDependency(lambda);
      }
  }
}
