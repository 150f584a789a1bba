import type { Mail } from '#shared/platform/mail/mailer.ts';

/** The mail with a one-time code. The code is in the subject, where phones show it. */
export function signInMail(to: string, code: string, host: string): Mail {
  return {
    to,
    subject: `${code} is your Oriel sign-in code`,
    text: [
      `Your sign-in code is ${code}`,
      '',
      `Enter it at ${host} within 10 minutes. It works once.`,
      'We never ask for it by phone or mail. If you did not try to sign in, ignore this message.',
      '',
      // Read by browsers and phones that fill in codes: bound to this host only.
      `@${host} #${code}`,
    ].join('\n'),
  };
}
