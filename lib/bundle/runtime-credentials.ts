import { deployedEnvironment } from '#shared/platform/config.ts';

/**
 * Stands in for `@aws-sdk/credential-provider-node` in the bundles. A function
 * gets its credentials in three environment variables that the runtime sets
 * (AWS Lambda developer guide, "Defined runtime environment variables"); the
 * package's profiles, SSO, web identity and instance metadata are never
 * reached there, and are 130 kB of every function.
 */
interface RuntimeCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Has the name and the shape of what the SDK's clients import. */
export const defaultProvider = () => async (): Promise<RuntimeCredentials> => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = deployedEnvironment();
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY)
    throw new Error('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set, as the runtime does.');
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
  };
};
