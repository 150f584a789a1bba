import { Bucket, type IBucket } from 'aws-cdk-lib/aws-s3';

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
