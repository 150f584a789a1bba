/**
 * Stands in for `@aws-sdk/middleware-endpoint-discovery` in the bundles, with
 * the two names that the database's client imports. Endpoint discovery is a
 * feature of other services (SDK developer guide, "Endpoint discovery"): no
 * command sent here takes part in it, and its caches are 9 kB of every function.
 */
export const resolveEndpointDiscoveryConfig = <Config>(config: Config): Config => config;

export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: () => undefined,
  configFileSelector: () => undefined,
  default: false,
};
