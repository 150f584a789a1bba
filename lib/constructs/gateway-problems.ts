import { CfnGatewayResponse, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import { gatewayAnswer, gatewayResponseTypes } from '../gateway-problems.ts';

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
