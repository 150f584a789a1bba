import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { gatewayResponseTypes } from '#lib/gateway-problems.ts';
import { type ErrorCode, errorCatalog } from '#shared/platform/errors.ts';
import { type Resource, synthesize } from './support/synthesize.ts';

/** The types that CDK knows, read from its class. */
const everyType = Object.values(ResponseType)
  .filter((value): value is ResponseType => value instanceof ResponseType)
  .map(({ responseType }) => responseType);

describe("the gateway's own refusals", () => {
  const { api } = synthesize();
  const responses = new Map(
    api
      .ofType('AWS::ApiGateway::GatewayResponse')
      .map(({ Properties }) => [Properties.ResponseType, Properties]),
  );

  it('are all told in the words of the service, whatever the type', () => {
    expect(everyType.length).toBeGreaterThan(20);
    expect([...gatewayResponseTypes].sort()).toEqual([...everyType].sort());
    expect([...responses.keys()].sort()).toEqual([...everyType].sort());
  });

  it.each(everyType)('%s is problem+json with a row of the error table', (type) => {
    const response = responses.get(type) as Resource['Properties'];
    const problem = JSON.parse(text(response.ResponseTemplates['application/json']));
    const row = errorCatalog[problem.code as ErrorCode];
    expect(response.ResponseParameters['gatewayresponse.header.content-type']).toBe(
      "'application/problem+json'",
    );
    expect(response.ResponseParameters['gatewayresponse.header.x-request-id']).toBe('context.requestId');
    expect(response.StatusCode).toBe(String(row.status));
    expect(problem).toEqual({
      type: `https://address/docs/errors#${problem.code}`,
      title: row.title,
      status: row.status,
      detail: expect.stringMatching(/\.$/u),
      instance: '$context.resourcePath',
      code: problem.code,
      retryable: row.retryable,
      request_id: '$context.requestId',
      credits_charged: 0,
      errors: [],
    });
  });

  it('say how to authenticate, and where an agent finds the sign-in', () => {
    const header =
      responses.get('UNAUTHORIZED')?.ResponseParameters['gatewayresponse.header.www-authenticate'];
    expect(text(header)).toBe(
      '\'Bearer realm="oriel", resource_metadata="https://address/.well-known/oauth-protected-resource"\'',
    );
  });

  it('say when to come back after too many calls', () => {
    expect(responses.get('THROTTLED')?.ResponseParameters['gatewayresponse.header.retry-after']).toBe("'1'");
  });
});

/** A template's string with the distribution's address written in. */
function text(value: string | { 'Fn::Join': [string, (string | object)[]] }): string {
  if (typeof value === 'string') return value;
  const [separator, parts] = value['Fn::Join'];
  return parts.map((part) => (typeof part === 'string' ? part : 'address')).join(separator);
}
