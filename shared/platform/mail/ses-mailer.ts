import { type AwsEnvironment, sendAwsRequest } from '#shared/platform/aws/aws-request.ts';
import type { Mailer } from './mailer.ts';

/**
 * Mail through Amazon SES (API version 2, SendEmail). `from` is an address of a
 * verified identity. A mail whose answer was lost is sent again: its code is
 * the same, so a second copy does no harm.
 */
export function createSesMailer(from: string, { region, credentials, endpoints }: AwsEnvironment): Mailer {
  const url = new URL('/v2/email/outbound-emails', endpoints.ses ?? `https://email.${region}.amazonaws.com/`);
  return {
    async send({ to, subject, text }) {
      const email = {
        FromEmailAddress: from,
        Destination: { ToAddresses: [to] },
        Content: { Simple: { Subject: { Data: subject }, Body: { Text: { Data: text } } } },
      };
      await sendAwsRequest(
        {
          method: 'POST',
          url,
          headers: { 'content-type': 'application/json' },
          body: Buffer.from(JSON.stringify(email)),
        },
        { service: 'ses', region, credentials },
      );
    },
  };
}
