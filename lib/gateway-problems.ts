import { CfnGatewayResponse, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import { type ErrorCode, errorCatalog } from '#shared/platform/errors.ts';

/** A refusal by the gateway itself, told in the words of the service's own errors. */
interface GatewayProblem {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly retryAfterSeconds?: number;
}

/**
 * Every response that API Gateway can give without asking a function (Amazon
 * API Gateway developer guide, "Gateway response types"), as a row of the error
 * table. Its own words for an unknown path are "Missing Authentication Token",
 * status 403; callers get the 404 that it is.
 */
const gatewayProblems = {
  ACCESS_DENIED: { code: 'insufficient_scope', detail: 'This credential does not allow the call.' },
  API_CONFIGURATION_ERROR: internal(),
  AUTHORIZER_CONFIGURATION_ERROR: internal(),
  AUTHORIZER_FAILURE: internal(),
  BAD_REQUEST_BODY: {
    code: 'validation_error',
    detail: 'Send the body that /docs describes for this path.',
  },
  BAD_REQUEST_PARAMETERS: {
    code: 'validation_error',
    detail: 'Send the parameters that /docs describes for this path.',
  },
  DEFAULT_4XX: {
    code: 'validation_error',
    detail: 'The gateway could not read the request. Check method, path and headers against /docs.',
  },
  DEFAULT_5XX: internal(),
  EXPIRED_TOKEN: credential(),
  INTEGRATION_FAILURE: internal(),
  INTEGRATION_TIMEOUT: {
    code: 'upstream_timeout',
    detail: 'The call took too long and was not charged. Try again.',
    retryAfterSeconds: 5,
  },
  INVALID_API_KEY: credential(),
  INVALID_SIGNATURE: credential(),
  MISSING_AUTHENTICATION_TOKEN: {
    code: 'not_found',
    detail: 'There is nothing at this path. GET /v1/capabilities lists the tools, /docs every endpoint.',
  },
  QUOTA_EXCEEDED: { code: 'rate_limited', detail: 'Slow down and try again.', retryAfterSeconds: 60 },
  REQUEST_TOO_LARGE: { code: 'body_too_large', detail: 'Send a body of at most 64 KiB.' },
  RESOURCE_NOT_FOUND: {
    code: 'not_found',
    detail: 'There is nothing at this path. GET /v1/capabilities lists the tools, /docs every endpoint.',
  },
  THROTTLED: {
    code: 'rate_limited',
    detail: 'The service is taking more calls than it is set up for. Try again in a second.',
    retryAfterSeconds: 1,
  },
  UNAUTHORIZED: credential(),
  UNSUPPORTED_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    detail: 'Send JSON with Content-Type: application/json.',
  },
  WAF_FILTERED: {
    code: 'insufficient_scope',
    detail: 'The request looked like an attack and was refused. Leave out what is not part of the API.',
  },
} as const satisfies Record<string, GatewayProblem>;

type GatewayResponseType = keyof typeof gatewayProblems;

export const gatewayResponseTypes: readonly GatewayResponseType[] =
  Object.keys(gatewayProblems).filter(isResponseType);

function isResponseType(key: string): key is GatewayResponseType {
  return Object.hasOwn(gatewayProblems, key);
}

/** What `AWS::ApiGateway::GatewayResponse` needs to answer with the problem. */
interface GatewayAnswer {
  readonly statusCode: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly template: string;
}

/** The problem+json answer for one of the gateway's own refusals. `baseUrl` has no trailing slash. */
function gatewayAnswer(type: GatewayResponseType, baseUrl: string): GatewayAnswer {
  const problem: GatewayProblem = gatewayProblems[type];
  const { status, title, retryable } = errorCatalog[problem.code];
  const body = {
    type: `${baseUrl}/docs/errors#${problem.code}`,
    title,
    status,
    detail: problem.detail,
    instance: '$context.resourcePath',
    code: problem.code,
    retryable,
    request_id: '$context.requestId',
    credits_charged: 0,
    errors: [],
  };
  return {
    statusCode: String(status),
    headers: {
      'content-type': "'application/problem+json'",
      'x-request-id': 'context.requestId',
      'cache-control': "'no-store'",
      ...(problem.retryAfterSeconds ? { 'retry-after': `'${problem.retryAfterSeconds}'` } : {}),
      ...(status === 401 ? { 'www-authenticate': challenge(baseUrl) } : {}),
    },
    template: JSON.stringify(body),
  };
}

/** As every 401 of the functions: how to authenticate, and where an agent finds the sign-in (RFC 9728). */
function challenge(baseUrl: string): string {
  return `'Bearer realm="oriel", resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"'`;
}

function internal(): GatewayProblem {
  return {
    code: 'internal_error',
    detail:
      'The call failed on our side and was not charged. Try again; if it keeps failing, send us the request_id.',
  };
}

function credential(): GatewayProblem {
  return {
    code: 'invalid_credentials',
    detail: 'Send a valid API key as Authorization: Bearer or X-API-Key.',
  };
}

interface GatewayProblemsProps {
  readonly api: RestApi;
  readonly baseUrl: string;
}

/** Makes the gateway's own refusals problem+json, so that no path answers in another shape. */
export class GatewayProblems extends Construct {
  constructor(scope: Construct, id: string, { api, baseUrl }: GatewayProblemsProps) {
    super(scope, id);
    for (const type of gatewayResponseTypes) {
      const { statusCode, headers, template } = gatewayAnswer(type, baseUrl);
      const response = new CfnGatewayResponse(this, type.toLowerCase().replaceAll('_', '-'), {
        restApiId: api.restApiId,
        responseType: type,
        statusCode,
        responseParameters: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [`gatewayresponse.header.${name}`, value]),
        ),
        responseTemplates: { 'application/json': template },
      });
      // A deployment is a copy of the API: it must be made after these, and made again when they change.
      api.latestDeployment?.node.addDependency(response);
      api.latestDeployment?.addToLogicalId({ type, statusCode, headers, template });
    }
  }
}
