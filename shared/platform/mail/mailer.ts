import {
  SESv2Client,
  type SESv2ClientConfig,
  SESv2ServiceException,
  SendEmailCommand,
} from '@aws-sdk/client-sesv2';
import { awsPatience } from '../aws-patience.ts';

/** A mail of the service to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text; the only part, so that every client shows the same. */
  readonly text: string;
}

/** Sends mail: SES when deployed, a mailbox to look into on one machine. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/**
 * Mail through Amazon SES. `from` is an address of a verified identity. A mail
 * whose answer was lost is sent again: its code is the same, so a second copy
 * does no harm.
 */
export function createSesMailer(from: string, config: SESv2ClientConfig = {}): Mailer {
  const client = new SESv2Client({ ...awsPatience, ...config });
  return {
    async send({ to, subject, text }) {
      const Simple = { Subject: { Data: subject }, Body: { Text: { Data: text } } };
      const mail = { FromEmailAddress: from, Destination: { ToAddresses: [to] }, Content: { Simple } };
      await client.send(new SendEmailCommand(mail)).catch(failWithoutAddress);
    },
  };
}

/** SES quotes addresses in its messages, which are logged; its codes say enough. */
function failWithoutAddress(error: unknown): never {
  if (!(error instanceof SESv2ServiceException)) throw error;
  throw new Error(`SES refused the email: ${error.$metadata.httpStatusCode} ${error.name}`);
}
