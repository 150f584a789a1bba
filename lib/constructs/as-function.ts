import {
  type Alias,
  FunctionBase,
  type IFunction,
  type IVersion,
  type Function as LambdaFunction,
  Version,
} from 'aws-cdk-lib/aws-lambda';

/** A function, version or alias by its interface; `as-bucket.ts` says why that takes a check. */
export function asFunction(callable: LambdaFunction | Alias): IFunction {
  const plain: unknown = callable;
  if (isFunction(plain)) return plain;
  throw new Error('Only a function can stand for a function.');
}

export function asVersion(version: Version): IVersion {
  const plain: unknown = version;
  if (isVersion(plain)) return plain;
  throw new Error('Only a version can stand for a version.');
}

function isFunction(value: unknown): value is IFunction {
  return value instanceof FunctionBase;
}

function isVersion(value: unknown): value is IVersion {
  return value instanceof Version;
}
