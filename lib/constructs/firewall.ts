import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { originSecretHeader, viewerAddressHeader } from '#shared/contract/dashboard-pages.ts';
import { errorCatalog } from '#shared/platform/errors.ts';
import type { Stage } from '../stage.ts';

interface FirewallProps {
  readonly stage: Stage;
  readonly api: RestApi;
  /** What the distribution sends to prove itself. */
  readonly originProof: string;
  /** What it sent before, which edges go on sending for a while. */
  readonly formerOriginProof: string | undefined;
}

/** Calls within five minutes by one key, session or agent from one address: as many for calls without any. 20 a second. */
const callsPerCaller = 6_000;
/** Calls of one address whatever they carry: a company's or an agent platform's, with hundreds of customers behind it. */
const callsPerAddress = 200_000;
/** By which calls say who they are. */
const credentialHeaders = ['authorization', 'x-api-key', 'cookie'];

/** Kept out of the log: what could be used again. The rest says who was refused, and the rule why. */
const unloggedHeaders = ['authorization', 'x-api-key', 'cookie', originSecretHeader];

/**
 * In front of the API: only what came through the distribution, no caller and no
 * address too often, none of the attacks that no call looks like. Left out are AWS's common
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
      customResponseBodies: { [tooOften]: { contentType: 'APPLICATION_JSON', content: tooOftenProblem } },
      rules: [
        throughDistribution(props),
        rate('address-rate', 1, { limit: callsPerAddress }),
        rate('anonymous-rate', 2, { limit: callsPerCaller, scopeDownStatement: withoutCredential() }),
        ...credentialHeaders.map((header, at) =>
          rate(`${header}-rate`, 3 + at, { limit: callsPerCaller, aggregateBy: header }),
        ),
        knownBadInputs(3 + credentialHeaders.length),
      ],
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

const tooOften = 'too-often';
/** As the functions' own refusals, but for what only they know. A firewall cannot send problem+json as its type. */
const tooOftenProblem = JSON.stringify({
  title: errorCatalog.rate_limited.title,
  status: errorCatalog.rate_limited.status,
  detail: 'Too many calls from this address or with this credential. Slow down and try again in a minute.',
  code: 'rate_limited',
  retryable: errorCatalog.rate_limited.retryable,
  credits_charged: 0,
  errors: [],
});

interface Rate {
  /** Calls within five minutes. */
  readonly limit: number;
  /** Counts each value of this header apart; a request without it is not counted (AWS WAF Developer Guide, "Aggregation options and keys"). */
  readonly aggregateBy?: string;
  readonly scopeDownStatement?: CfnWebACL.StatementProperty;
}

/** Counts by the caller's address, as the distribution tells it, and answers 429 for what is too often. */
function rate(
  name: string,
  priority: number,
  { limit, aggregateBy, scopeDownStatement }: Rate,
): CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    action: {
      block: {
        customResponse: {
          responseCode: errorCatalog.rate_limited.status,
          customResponseBodyKey: tooOften,
          responseHeaders: [{ name: 'Retry-After', value: '60' }],
        },
      },
    },
    visibilityConfig: visibility(name),
    statement: {
      rateBasedStatement: {
        limit,
        forwardedIpConfig: { headerName: viewerAddressHeader, fallbackBehavior: 'MATCH' },
        ...(aggregateBy === undefined
          ? { aggregateKeyType: 'FORWARDED_IP' }
          : {
              aggregateKeyType: 'CUSTOM_KEYS',
              customKeys: [
                { header: { name: aggregateBy, textTransformations: [{ priority: 0, type: 'NONE' }] } },
                { forwardedIp: {} },
              ],
            }),
        ...(scopeDownStatement && { scopeDownStatement }),
      },
    },
  };
}

function withoutCredential(): CfnWebACL.StatementProperty {
  const carries = (header: string): CfnWebACL.StatementProperty => ({
    sizeConstraintStatement: {
      fieldToMatch: { singleHeader: { Name: header } },
      comparisonOperator: 'GT',
      size: 0,
      textTransformations: [{ priority: 0, type: 'NONE' }],
    },
  });
  return { notStatement: { statement: { orStatement: { statements: credentialHeaders.map(carries) } } } };
}

function knownBadInputs(priority: number): CfnWebACL.RuleProperty {
  return {
    name: 'KnownBadInputs',
    priority,
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
