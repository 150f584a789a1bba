import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { originSecretHeader, viewerAddressHeader } from '#shared/contract/edge-headers.ts';
import type { Stage } from '../stage.ts';

interface FirewallProps {
  readonly stage: Stage;
  readonly api: RestApi;
  /** What the distribution sends to prove itself. */
  readonly originProof: string;
  /** What it sent before, which edges go on sending for a while. */
  readonly formerOriginProof: string | undefined;
}

/** Calls of one address within five minutes before it is refused for some time: 20 times the accounts' own limit. */
const callsPerAddress = 6000;

/** Kept out of the log: what could be used again. The rest says who was refused, and the rule why. */
const unloggedHeaders = ['authorization', 'x-api-key', 'cookie', originSecretHeader];

/**
 * In front of the API: only what came through the distribution, no address too
 * often, none of the attacks that no call looks like. Left out are AWS's common
 * rules, which take search text and URLs of audits for attacks, and its list of
 * bad addresses, which would look at the distribution's.
 */
export class Firewall extends Construct {
  readonly acl: CfnWebACL;

  constructor(scope: Construct, id: string, props: FirewallProps) {
    super(scope, id);
    const { stage, api } = props;
    this.acl = new CfnWebACL(this, 'acl', {
      name: `oriel-${stage.name}`,
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visibility('all'),
      rules: [throughDistribution(props), addressRate(), knownBadInputs()],
    });
    new CfnWebACLAssociation(this, 'association', {
      webAclArn: this.acl.attrArn,
      resourceArn: Stack.of(this).formatArn({
        service: 'apigateway',
        account: '',
        resource: 'restapis',
        resourceName: `${api.restApiId}/stages/${api.deploymentStage.stageName}`,
      }),
    });
    this.logRefusals(stage, this.acl);
  }

  /** Refused requests never reach the API's own log; each is logged here, with the caller's address in its headers. */
  private logRefusals(stage: Stage, acl: CfnWebACL): void {
    const log = new LogGroup(this, 'log', {
      // The firewall writes to groups of this prefix only. What it says is of no use for longer than its stack.
      logGroupName: `aws-waf-logs-oriel-${stage.name}`,
      retention: stage.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const destination = Stack.of(this).formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName: `aws-waf-logs-oriel-${stage.name}`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const refusals = new CfnLoggingConfiguration(this, 'refusals', {
      resourceArn: acl.attrArn,
      logDestinationConfigs: [destination],
      redactedFields: [
        ...unloggedHeaders.map((name) => ({ singleHeader: { Name: name } })),
        { queryString: {} },
      ],
      loggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [
          {
            Behavior: 'KEEP',
            Requirement: 'MEETS_ANY',
            Conditions: [{ ActionCondition: { Action: 'BLOCK' } }],
          },
        ],
      },
    });
    refusals.node.addDependency(log);
  }
}

function throughDistribution({
  originProof,
  formerOriginProof,
}: Pick<FirewallProps, 'originProof' | 'formerOriginProof'>): CfnWebACL.RuleProperty {
  const proven = provenBy(originProof);
  return {
    name: 'through-distribution',
    priority: 0,
    action: { block: {} },
    visibilityConfig: visibility('around-distribution'),
    statement: {
      notStatement: {
        statement:
          formerOriginProof === undefined
            ? proven
            : { orStatement: { statements: [proven, provenBy(formerOriginProof)] } },
      },
    },
  };
}

function provenBy(proof: string): CfnWebACL.StatementProperty {
  return {
    byteMatchStatement: {
      fieldToMatch: { singleHeader: { Name: originSecretHeader } },
      positionalConstraint: 'EXACTLY',
      searchString: proof,
      textTransformations: [{ priority: 0, type: 'NONE' }],
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

function knownBadInputs(): CfnWebACL.RuleProperty {
  return {
    name: 'KnownBadInputs',
    priority: 2,
    overrideAction: { none: {} },
    visibilityConfig: visibility('KnownBadInputs'),
    statement: {
      managedRuleGroupStatement: { vendorName: 'AWS', name: 'AWSManagedRulesKnownBadInputsRuleSet' },
    },
  };
}

function visibility(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false, metricName };
}
