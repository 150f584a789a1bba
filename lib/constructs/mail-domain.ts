import { CfnOutput, type RemovalPolicy } from 'aws-cdk-lib';
import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';

interface MailDomainProps {
  readonly domain: string;
  readonly removalPolicy: RemovalPolicy;
}

/** The domain that mail comes from, verified by DKIM: the outputs are the three records that its DNS needs. */
export class MailDomain extends Construct {
  constructor(scope: Construct, id: string, { domain, removalPolicy }: MailDomainProps) {
    super(scope, id);
    const identity = new EmailIdentity(this, 'identity', { identity: Identity.domain(domain) });
    identity.applyRemovalPolicy(removalPolicy);
    for (const [place, { name, value }] of identity.dkimRecords.entries())
      new CfnOutput(this, `dkim-${place + 1}`, { value: `${name} CNAME ${value}` });
  }
}
