import { Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { originSecretHeader, viewerAddressHeader } from '#shared/contract/edge-headers.ts';
import type { Stage } from '../stage.ts';

interface FirewallProps {
  readonly stage: Stage;
  readonly api: RestApi;
  /** What the distribution sends to prove itself. */
  readonly originProof: string;
}

/** Calls of one address within five minutes before it is refused for a while: 20 times the accounts' own limit. */
const callsPerAddress = 6000;

/**
 * In front of the API: only what came through the distribution, no address too
 * often, none of the known attacks. Body rules count only: search text and
 * URLs of audits look like attacks and are not.
 */
export class Firewall extends Construct {
  constructor(scope: Construct, id: string, { stage, api, originProof }: FirewallProps) {
    super(scope, id);
    const acl = new CfnWebACL(this, 'acl', {
      name: `oriel-${stage.name}`,
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visibility('all'),
      rules: [
        throughDistribution(originProof),
        addressRate(),
        managed('KnownBadInputs', 2),
        managed('AmazonIpReputationList', 3),
      ],
    });
    new CfnWebACLAssociation(this, 'association', {
      webAclArn: acl.attrArn,
      resourceArn: Stack.of(this).formatArn({
        service: 'apigateway',
        account: '',
        resource: 'restapis',
        resourceName: `${api.restApiId}/stages/${api.deploymentStage.stageName}`,
      }),
    });
  }
}

function throughDistribution(proof: string): CfnWebACL.RuleProperty {
  return {
    name: 'through-distribution',
    priority: 0,
    action: { block: {} },
    visibilityConfig: visibility('around-distribution'),
    statement: {
      notStatement: {
        statement: {
          byteMatchStatement: {
            fieldToMatch: { singleHeader: { Name: originSecretHeader } },
            positionalConstraint: 'EXACTLY',
            searchString: proof,
            textTransformations: [{ priority: 0, type: 'NONE' }],
          },
        },
      },
    },
  };
}

function addressRate(): CfnWebACL.RuleProperty {
  return {
    name: 'address-rate',
    priority: 1,
    action: { block: {} },
    visibilityConfig: visibility('address-rate'),
    statement: {
      rateBasedStatement: {
        limit: callsPerAddress,
        aggregateKeyType: 'FORWARDED_IP',
        forwardedIpConfig: { headerName: viewerAddressHeader, fallbackBehavior: 'MATCH' },
      },
    },
  };
}

function managed(
  name: 'KnownBadInputs' | 'AmazonIpReputationList',
  priority: number,
): CfnWebACL.RuleProperty {
  const group = name === 'KnownBadInputs' ? 'AWSManagedRulesKnownBadInputsRuleSet' : `AWSManagedRules${name}`;
  return {
    name,
    priority,
    overrideAction: { none: {} },
    visibilityConfig: visibility(name),
    statement: { managedRuleGroupStatement: { vendorName: 'AWS', name: group } },
  };
}

function visibility(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false, metricName };
}
