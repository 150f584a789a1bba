import { randomBytes } from 'node:crypto';
import type { Destination } from '#shared/callers/watch/destination-repository.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { type Sent, sendSlack, sendWebhook } from './send.ts';
import type { DestinationServices } from './services.ts';

interface Verified {
  readonly destination: Destination;
  readonly message: string;
}

/** Sends what proves who owns a destination, or takes the proof. */
export async function verify(
  found: Destination,
  code: string | undefined,
  services: DestinationServices,
): Promise<Verified> {
  if (found.status === 'active')
    return { destination: found, message: 'The destination is verified already.' };
  const target = services.destinations.targetOf(found);
  if (target === undefined) throw refused('Its address cannot be read any more. Remove it and add it again.');
  if (found.kind === 'webhook') {
    await challenge(found, target, services);
    return activate(found, services);
  }
  if (code === undefined) return sendCode(found, target, services);
  if (!services.destinations.isCode(found, code))
    throw refused('This is not the code that was sent there last. Call without a code to have another sent.');
  return activate(found, services);
}

function refused(message: string): ServiceError {
  return new ServiceError('validation_error', `${message} The destination gets no events yet.`);
}

export function changedMeanwhile(): ServiceError {
  return new ServiceError('conflict', 'The destination was changed at the same moment. Try again.');
}

async function activate(found: Destination, { destinations }: DestinationServices): Promise<Verified> {
  const changed = await destinations.change(found, {
    status: 'active',
    code_hash: undefined,
    off_because: undefined,
    failing_since: undefined,
  });
  if (!changed) throw changedMeanwhile();
  return { destination: changed, message: 'The destination is verified. It gets events from now on.' };
}

/** Only who reads what is sent there can answer with it. */
async function challenge(found: Destination, url: string, services: DestinationServices): Promise<void> {
  const text = randomBytes(18).toString('base64url');
  const body = {
    type: 'destination.verify',
    timestamp: isoTime(services.clock()),
    data: { challenge: text },
  };
  const secrets = services.destinations.secretsOf(found);
  const sent = await sendWebhook({ url, secrets, id: `${found.destination_id}_${text}`, body }, services);
  if (!sent.ok) throw refused(`It did not answer with 2xx: ${answerOf(sent)}.`);
  if (!sent.text.includes(text))
    throw refused('Its answer does not hold `data.challenge` of what was sent. Answer with it as the body.');
}

function answerOf({ status, answer }: Sent): string {
  return status === null ? answer.replace(/\.$/u, '') : `status ${status}`;
}

async function sendCode(
  found: Destination,
  target: string,
  services: DestinationServices,
): Promise<Verified> {
  const { destinations, mailer, dashboardUrl } = services;
  const made = await destinations.newCode(found);
  if (!made) throw changedMeanwhile();
  const { destination, code } = made;
  if (found.kind === 'slack') {
    const sent = await sendSlack(
      target,
      `An Oriel account wants to post its events here. The code is ${code}`,
      services,
    );
    if (!sent.ok) throw refused(`The code did not arrive: ${answerOf(sent)}.`);
    return { destination, message: 'A code was sent to the channel. Verify with that code.' };
  }
  if (!mailer) throw new ServiceError('upstream_unavailable', 'This service cannot send email yet.');
  const link = `${dashboardUrl}/destinations#${found.destination_id}.${code}`;
  const text = [
    'An Oriel account wants to send you its events about sites and trackers.',
    '',
    `To receive them, open this link while you are signed in to the account, or give its owner the code ${code}:`,
    link,
    '',
    'If you do not want them, ignore this message: nothing else is sent to this address.',
  ].join('\n');
  await mailer.send({ to: target, subject: 'Confirm that you want events from Oriel', text });
  return {
    destination,
    message: 'An email with a link and a code was sent. Open the link, or call again with the code.',
  };
}
