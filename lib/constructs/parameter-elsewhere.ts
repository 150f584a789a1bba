import { Stack, Validations } from 'aws-cdk-lib';
import { AwsCustomResource, AwsCustomResourcePolicy, PhysicalResourceId } from 'aws-cdk-lib/custom-resources';
import { Construct } from 'constructs';

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
