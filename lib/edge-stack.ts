import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Duration, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { CompositePrincipal, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { AwsCustomResource, AwsCustomResourcePolicy, PhysicalResourceId } from 'aws-cdk-lib/custom-resources';
import { Construct } from 'constructs';
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

interface ParameterElsewhereProps {
  readonly region: string;
  readonly name: string;
  /** Of what it holds: another one has it read again. */
  readonly edition: string;
}

/** The text of a parameter in another region of the same account, read during the deployment. */
export class ParameterElsewhere extends Construct {
  readonly text: string;

  constructor(scope: Construct, id: string, { region, name, edition }: ParameterElsewhereProps) {
    super(scope, id);
    const arn = Stack.of(this).formatArn({
      service: 'ssm',
      region,
      resource: 'parameter',
      resourceName: name.slice(1),
    });
    const read = new AwsCustomResource(this, 'read', {
      onUpdate: {
        service: 'SSM',
        action: 'GetParameter',
        parameters: { Name: name },
        region,
        physicalResourceId: PhysicalResourceId.of(`${name}#${edition}`),
      },
      policy: AwsCustomResourcePolicy.fromSdkCalls({ resources: [arn] }),
      installLatestAwsSdk: false,
    });
    this.text = read.getResponseField('Parameter.Value');
    acknowledgeReader(Stack.of(this));
  }
}

/** The function that reads is CDK's own; it runs during deployments only. */
function acknowledgeReader(stack: Stack): void {
  const reader = stack.node.children.find(({ node }) => node.id.startsWith('AWS679'));
  if (!reader) throw new Error('A custom resource has its function in the stack.');
  const reason = "CDK's own reader: it runs during deployments only, and can read one parameter only.";
  Validations.of(reader).acknowledge(
    ...[
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
      'AwsSolutions-L1',
    ].map((id) => ({ id, reason })),
  );
}
