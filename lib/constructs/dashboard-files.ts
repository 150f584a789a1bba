import { Stack, Validations } from 'aws-cdk-lib';
import { type Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { asBucket } from './data-bucket.ts';
import type { FrontDoor } from './front-door.ts';

interface DashboardFilesProps {
  /** The built dashboard: documents, and below `assets` files whose names change with their contents. */
  readonly folder: string;
  readonly bucket: Bucket;
  readonly distribution: FrontDoor['distribution'];
}

/** Copies the built dashboard into its bucket and makes the edge forget the documents, which name the files. */
export class DashboardFiles extends Construct {
  constructor(scope: Construct, id: string, { folder, bucket, distribution }: DashboardFilesProps) {
    super(scope, id);
    const common = {
      sources: [Source.asset(folder)],
      destinationBucket: asBucket(bucket),
      prune: false,
      memoryLimit: 512,
    };
    const assets = new BucketDeployment(this, 'assets', {
      ...common,
      exclude: ['*'],
      include: ['assets/*'],
      cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
    });
    const documents = new BucketDeployment(this, 'copy', {
      ...common,
      exclude: ['assets/*'],
      distribution,
      distributionPaths: ['/*'],
      cacheControl: [CacheControl.fromString('public, max-age=300')],
    });
    // A document never names a file that is not there yet.
    documents.node.addDependency(assets);
    acknowledgeCopier(Stack.of(this), bucket);
  }
}

/** The bucket as the template knows it. */
function bucketResource(bucket: Bucket): CfnBucket {
  const { defaultChild } = bucket.node;
  if (defaultChild instanceof CfnBucket) return defaultChild;
  throw new Error('A bucket is made of a bucket.');
}

/** The function that copies is CDK's own; it runs during deployments only. */
function acknowledgeCopier(stack: Stack, bucket: Bucket): void {
  const copier = stack.node.children.find(({ node }) => node.id.startsWith('Custom::CDKBucketDeployment'));
  if (!copier) return;
  const reason =
    "CDK's own copier: it runs during deployments only, and can write to the dashboard's bucket only.";
  const bucketId = stack.getLogicalId(bucketResource(bucket));
  Validations.of(copier).acknowledge(
    ...[
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
      'AwsSolutions-IAM5[Action::s3:GetObject*]',
      'AwsSolutions-IAM5[Action::s3:GetBucket*]',
      'AwsSolutions-IAM5[Action::s3:List*]',
      'AwsSolutions-IAM5[Action::s3:DeleteObject*]',
      'AwsSolutions-IAM5[Action::s3:Abort*]',
      'AwsSolutions-IAM5[Resource::*]',
      `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/*]`,
      'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*]',
      'AwsSolutions-L1',
    ].map((id) => ({ id, reason })),
  );
}
