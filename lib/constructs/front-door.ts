import { readFileSync } from 'node:fs';
import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  LambdaEdgeEventType,
  OriginRequestPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { IVersion } from 'aws-cdk-lib/aws-lambda';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { dashboardHeaders, dashboardPages, originSecretHeader } from '#shared/contract/dashboard-pages.ts';
import type { Stage } from '../stage.ts';
import { asBucket } from './data-bucket.ts';

interface FrontDoorProps {
  readonly stage: Stage;
  readonly api: RestApi;
  /** Name of the API's stage. Written out, since a reference would make the functions' own address a cycle. */
  readonly apiStageName: string;
  /** Paths that lead to the API, such as `/v1/*`; all others are the dashboard's. */
  readonly apiPaths: readonly string[];
  /** Proves to firewall and functions that a call came through the distribution. */
  readonly originProof: string;
  /** Acts on every answer of the API; a version in us-east-1. */
  readonly originResponse: IVersion;
  readonly uploadOrigin: string;
}

/** One origin for dashboard, API, MCP and sign-in, so that issuer, cookies and metadata agree. */
export class FrontDoor extends Construct {
  readonly distribution: Distribution;
  readonly dashboardBucket: Bucket;
  /** Public address without a trailing slash. */
  readonly baseUrl: string;

  constructor(scope: Construct, id: string, props: FrontDoorProps) {
    super(scope, id);
    const { stage } = props;
    this.dashboardBucket = this.createDashboardBucket();
    const api = this.apiBehavior(props);
    this.distribution = new Distribution(this, 'distribution', {
      comment: `Oriel ${stage.name}`,
      defaultBehavior: this.dashboardBehavior(props),
      additionalBehaviors: Object.fromEntries(props.apiPaths.map((path) => [path, api])),
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      enableLogging: true,
      logBucket: asBucket(this.createRequestLog()),
      logFilePrefix: 'requests/',
      errorResponses: cacheableErrors.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      ...(stage.domain
        ? {
            domainNames: [stage.domain.name],
            certificate: Certificate.fromCertificateArn(this, 'certificate', stage.domain.certificateArn),
            minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
          }
        : {}),
    });
    this.baseUrl = `https://${stage.domain?.name ?? this.distribution.domainName}`;
    acknowledgeFindings(this);
  }

  /** Holds only the built dashboard, which every deployment writes again. */
  private createDashboardBucket(): Bucket {
    const bucket = new Bucket(this, 'dashboard', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      versioned: true,
      removalPolicy: RemovalPolicy.DESTROY,
      autoDeleteObjects: true,
      lifecycleRules: [{ noncurrentVersionExpiration: Duration.days(30) }],
    });
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'Public files, read through the distribution only.',
    });
    return bucket;
  }

  /**
   * Who asked for what, with whole addresses: what a flood that no rule refuses is told by. It costs its
   * storage only. Nothing in an address of the service opens anything twice: codes of sign-in at others
   * serve once, and what is shared stands behind the `#`, which no browser sends.
   */
  private createRequestLog(): Bucket {
    const bucket = new Bucket(this, 'request-log', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // CloudFront hands its files over by an access list.
      objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
      removalPolicy: RemovalPolicy.DESTROY,
      autoDeleteObjects: true,
      versioned: true,
      lifecycleRules: [
        { expiration: Duration.days(requestLogDays), noncurrentVersionExpiration: Duration.days(1) },
      ],
    });
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'A log itself, which only operators read.',
    });
    return bucket;
  }

  private dashboardBehavior({ uploadOrigin }: FrontDoorProps): BehaviorOptions {
    const pages = this.edgeFunction('dashboard-pages', `const pages = ${JSON.stringify(dashboardPages)};\n`);
    return {
      origin: S3BucketOrigin.withOriginAccessControl(asBucket(this.dashboardBucket), {
        // With the right to list, S3 answers 404 for a missing file; without it, 403.
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: this.dashboardHeadersPolicy(dashboardHeaders(uploadOrigin)),
      functionAssociations: [
        { function: pages, eventType: FunctionEventType.VIEWER_REQUEST },
        { function: pages, eventType: FunctionEventType.VIEWER_RESPONSE },
      ],
    };
  }

  /** The headers that the one-machine server sends with the same files. */
  private dashboardHeadersPolicy(headers: ReturnType<typeof dashboardHeaders>): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, 'dashboard-headers', {
      comment: 'Strict content policy of the dashboard',
      securityHeadersBehavior: {
        contentSecurityPolicy: {
          contentSecurityPolicy: headers['content-security-policy'],
          override: true,
        },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.SAME_ORIGIN, override: true },
        strictTransportSecurity,
      },
      customHeadersBehavior: {
        customHeaders: (['cross-origin-opener-policy', 'permissions-policy'] as const).map((header) => ({
          header,
          value: headers[header],
          override: true,
        })),
      },
    });
  }

  private apiBehavior({ api, apiStageName, originProof, originResponse }: FrontDoorProps): BehaviorOptions {
    const { region, urlSuffix } = Stack.of(this);
    return {
      origin: new HttpOrigin(`${api.restApiId}.execute-api.${region}.${urlSuffix}`, {
        originPath: `/${apiStageName}`,
        customHeaders: { [originSecretHeader]: originProof },
        readTimeout: Duration.seconds(60),
      }),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy: new ResponseHeadersPolicy(this, 'api-headers', {
        comment: 'HTTPS only, on the API and the pages of the service',
        securityHeadersBehavior: { strictTransportSecurity },
      }),
      functionAssociations: [
        { function: this.edgeFunction('viewer-request'), eventType: FunctionEventType.VIEWER_REQUEST },
      ],
      edgeLambdas: [{ functionVersion: originResponse, eventType: LambdaEdgeEventType.ORIGIN_RESPONSE }],
    };
  }

  /** `data` stands before the function's text: such functions can read nothing else. */
  private edgeFunction(name: string, data = ''): EdgeFunction {
    const text = readFileSync(new URL(`../edge/${name}.js`, import.meta.url), 'utf8');
    return new EdgeFunction(this, name, {
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(data + text),
    });
  }
}

const strictTransportSecurity = {
  accessControlMaxAge: Duration.days(365),
  includeSubdomains: true,
  override: true,
};

/** Whole addresses are personal data: they are kept no longer than a flood is looked into. */
const requestLogDays = 14;

/**
 * Every status that CloudFront keeps for ten seconds unless told otherwise
 * (CloudFront Developer Guide, "Control how long CloudFront caches errors"): a
 * refusal of one caller is never another's answer.
 */
const cacheableErrors = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

function acknowledgeFindings({ distribution }: FrontDoor): void {
  Validations.of(distribution).acknowledge(
    { id: 'AwsSolutions-CFR1', reason: 'The service is sold everywhere; no country is shut out.' },
    {
      id: 'AwsSolutions-CFR2',
      reason: 'The firewall stands at the API, which also refuses calls that go round the distribution.',
    },
    {
      id: 'AwsSolutions-CFR4',
      reason: 'TLS 1.2 is set with a domain; the default certificate knows no choice.',
    },
  );
}
