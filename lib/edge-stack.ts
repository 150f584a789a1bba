import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { CompositePrincipal, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import type { Stage } from './stage.ts';

interface EdgeStackProps extends StackProps {
  readonly stage: Stage;
}

/** The one region whose functions a distribution takes (CloudFront Developer Guide, "Restrictions on Lambda@Edge"). */
export const edgeRegion = 'us-east-1';

/**
 * What runs at the distribution's own places on answers of the API. It is a
 * stack by itself because of its region, and names its version in a parameter
 * there: a stack in another region cannot import it.
 */
export class EdgeStack extends Stack {
  /**
   * Holds the ARN of the function's version. One name for every code: a stack of the API that goes back
   * after this one has changed still finds it.
   */
  readonly versionParameter: string;
  /** Another for each code, so that what reads the parameter reads it again. */
  readonly codeDigest: string;

  constructor(scope: Construct, id: string, { stage, ...props }: EdgeStackProps) {
    super(scope, id, { ...props, env: { region: edgeRegion } });
    const source = readFileSync(new URL('./edge/origin-response.cjs', import.meta.url), 'utf8');
    this.codeDigest = createHash('sha256').update(source).digest('hex').slice(0, 12);
    this.versionParameter = `/oriel/${stage.name}/origin-response`;
    // Without the right to log: its lines would say nothing, cost as much as a fifth of its calls, and lie in a
    // group that never expires in each region where it runs. CloudFront counts its errors.
    const role = new Role(this, 'role', {
      description: 'The function at the edge may do nothing',
      assumedBy: new CompositePrincipal(
        new ServicePrincipal('lambda.amazonaws.com'),
        new ServicePrincipal('edgelambda.amazonaws.com'),
      ),
    });
    const lambda = new Lambda(this, 'origin-response', {
      description: 'Gives WWW-Authenticate its name back on answers of the API',
      code: Code.fromInline(source),
      handler: 'index.handler',
      // At the edge: x86 only, and no variables.
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.X86_64,
      memorySize: 128,
      timeout: Duration.seconds(2),
      role,
      // Copies at the edge go some hours after the distribution has let go of them; until then deleting would fail.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
    });
    new StringParameter(this, 'version', {
      parameterName: this.versionParameter,
      stringValue: lambda.currentVersion.functionArn,
    });
  }
}
