import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  HttpMethods,
  type IBucket,
  type LifecycleRule,
  ObjectOwnership,
  StorageClass,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Stage } from '#lib/stage.ts';
import { objectLifetimes } from '#shared/platform/object-store/object-store.ts';

interface DataBucketProps {
  readonly stage: Stage;
  readonly key: IKey;
}

/** Where the query engine writes its results, which expire; save a result that is needed for longer. */
export const queryResultsPrefix = 'query-results/';

/** A private, versioned, encrypted bucket for datasets, imports and exports, and a second one with its access log. */
export class DataBucket extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { stage, key }: DataBucketProps) {
    super(scope, id);
    const removalPolicy = stage.keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
    const common = {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      removalPolicy,
      // CloudFormation deletes no bucket that holds something.
      autoDeleteObjects: !stage.keepData,
    };
    const accessLog = new Bucket(this, 'access-log', {
      ...common,
      versioned: true,
      // Log delivery cannot write with a customer-managed key.
      encryption: BucketEncryption.S3_MANAGED,
      lifecycleRules: [
        { expiration: Duration.days(stage.logRetentionDays), noncurrentVersionExpiration: Duration.days(1) },
      ],
    });
    Validations.of(accessLog).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'This is where the access log of the data bucket goes; logging its own writes would not end.',
    });
    this.bucket = new Bucket(this, 'bucket', {
      ...common,
      versioned: true,
      encryption: BucketEncryption.KMS,
      encryptionKey: key,
      bucketKeyEnabled: true,
      serverAccessLogsBucket: asBucket(accessLog),
      // The dashboard sends uploads here itself. A signed address is all that allows one: no cookie goes along.
      cors: [
        {
          allowedMethods: [HttpMethods.PUT],
          allowedOrigins: [stage.domain ? `https://${stage.domain.name}` : '*'],
          allowedHeaders: ['content-type'],
          maxAge: 3_600,
        },
      ],
      lifecycleRules: [
        ...Object.entries(objectLifetimes).map(([prefix, days]) => goneAfter(prefix, days)),
        goneAfter(queryResultsPrefix, 7),
        {
          prefix: 'usage/',
          transitions: [{ storageClass: StorageClass.INFREQUENT_ACCESS, transitionAfter: Duration.days(90) }],
        },
        {
          noncurrentVersionExpiration: Duration.days(90),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
    });
  }
}

/** What is made again when it is needed: it goes after some days, and its earlier versions with it. */
function goneAfter(prefix: string, days: number): LifecycleRule {
  return { prefix, expiration: Duration.days(days), noncurrentVersionExpiration: Duration.days(1) };
}

/**
 * The same bucket by its interface. CDK's classes and interfaces disagree under
 * `exactOptionalPropertyTypes` (optional members against members that may be
 * undefined), so that a class cannot be passed where its interface is asked for.
 */
export function asBucket(bucket: Bucket): IBucket {
  const plain: unknown = bucket;
  if (isBucket(plain)) return plain;
  throw new Error('Only a bucket can stand for a bucket.');
}

function isBucket(value: unknown): value is IBucket {
  return value instanceof Bucket;
}
