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
