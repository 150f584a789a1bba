/**
 * Stands in for the endpoint rules of `@aws-sdk/client-dynamodb` in the
 * bundles: 15 kB that weigh partitions, FIPS, dual stack and account endpoints,
 * of which a function in a region uses one line.
 */
interface EndpointParameters {
  readonly Region?: string;
  /** From `AWS_ENDPOINT_URL_DYNAMODB` or the client's own setting. */
  readonly Endpoint?: string;
}

/** Has the name and the shape of what the client imports. */
export const defaultEndpointResolver = ({ Region, Endpoint }: EndpointParameters) => ({
  url: new URL(Endpoint ?? regionalEndpoint(Region)),
  headers: {},
  properties: {},
});

function regionalEndpoint(region: string | undefined): string {
  if (!region) throw new Error('The runtime gave no region: AWS_REGION is unset.');
  return `https://dynamodb.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}
