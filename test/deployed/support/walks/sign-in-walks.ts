import { auth } from '@modelcontextprotocol/client';
import { consentingPerson, memoryAuthProvider } from '#test/support/identity/consenting-person.ts';
import { softwareAuthenticator } from '#test/support/identity/software-authenticator.ts';
import { auditedHost } from '../audited-site.ts';
import { functionNamed } from '../function-named.ts';
import type { WalkedService } from '../walked-service.ts';
import {
  browserOf,
  browserWith,
  cookiesOf,
  expectStatus,
  freshWord,
  type Step,
  step,
  type Walk,
} from './walk.ts';

/** What people and agents do to come in, and what a person may ask about the own data. */
export const signInWalks: readonly Walk[] = [
  {
    name: 'session',
    steps: [
      step('opens an account at its first sign-in', async (service) => void (await signIn(service))),
      step('gives a token', async (service) => {
        const { browser } = await someoneSignedIn(service);
        expectStatus(await browser.post('/session/token'), 200);
      }),
      step('lists and ends sessions', async (service) => {
        const { browser } = await someoneSignedIn(service);
        expectStatus(await browser.post('/session/list'), 200);
        expectStatus(await browser.post('/session/sign-out'), 200);
      }),
    ],
  },
  {
    name: 'passkey',
    steps: [
      step('registers a device, signs in with it, and forgets it', async (service) => {
        const { browser } = await someoneSignedIn(service, { isFresh: true });
        const device = await registerDevice(service, browser);
        const asked = expectStatus(await browser.post('/session/passkey/sign-in/options'), 200);
        const response = device.signIn(ceremony(service, asked.body.challenge));
        expectStatus(await browserWith(service).post('/session/passkey/sign-in', { response }), 200);
        expectStatus(await browser.post('/session/passkey/list'), 200);
        expectStatus(await browser.post('/session/passkey/remove', { passkey_id: device.id }), 200);
      }),
    ],
  },
  {
    name: 'personal-data',
    steps: [
      step('gives all that is kept', async (service) => {
        const { browser, accountId } = await someoneSignedIn(service);
        await service.operators.bring(accountId);
        await service.operators.keepAnswer(accountId, Date.now());
        await service.operators.moveToFiles(accountId);
        expectStatus(await browser.post('/session/account/download'), 200);
      }),
      step('deletes an account with its keys, agents and sessions', async (service) => {
        const { browser, accountId, email } = await someoneSignedIn(service, { isFresh: true });
        await service.operators.connect(accountId);
        await service.operators.bring(accountId);
        await service.operators.answer(accountId);
        await service.operators.queueUpload(accountId);
        await service.operators.keepCrawlPart(accountId);
        expectStatus(await browser.post('/session/account/delete', { email }), 200);
      }),
    ],
  },
  {
    name: 'members',
    steps: [
      step(
        'lets somebody in, changes and ends what they may do with their keys and agents',
        async (service) => {
          const owner = await someoneSignedIn(service, { isFresh: true });
          const guest = await someoneSignedIn(service, { isFresh: true });
          const body = { email: guest.email, role: 'member' };
          const invited = expectStatus(await owner.browser.post('/session/members/invite', body), 200);
          const token = newestInvitation(service, guest.email);
          expectStatus(await guest.browser.post('/session/members/accept', { token }), 200);
          const account_id = owner.accountId;
          const moved = await guest.browser.post('/session/members/switch', { account_id });
          const inside = browserWith(service, cookiesOf(expectStatus(moved, 200)));
          expectStatus(await inside.post('/session/members/list'), 200);
          expectStatus(await inside.post('/session/members/accounts'), 200);
          const { body: session } = expectStatus(await inside.post('/session/token'), 200);
          const person = service.callerWith(account_id, session.token);
          const key = await person.post('/v1/me/api-credentials', { name: 'Walk', spend_limit: 5 });
          expectStatus(key, 201);
          const member_id = invited.body.id;
          const changed = { member_id, role: 'billing' };
          expectStatus(await owner.browser.post('/session/members/change', changed), 200);
          expectStatus(await person.get('/v1/me/api-credentials'), 403);
          const gone = { member_id, keys: 'revoke' };
          expectStatus(await owner.browser.post('/session/members/remove', gone), 200);
          expectStatus(await inside.post('/session/members/list'), 401);
          expectStatus(await service.callerWith(account_id, key.body.key).get('/v1/me/credits'), 401);
        },
      ),
    ],
  },
  { name: 'oauth', steps: oauthSteps() },
  {
    name: 'client-metadata',
    steps: [
      step('reads a document, and says why one cannot be had', async ({ running }) => {
        const read = (url: string) =>
          running.start(functionNamed('client-metadata'), { url, max_bytes: 5_000 });
        const found = await read(`http://${auditedHost}/robots.txt`);
        const refused = await read('http://127.0.0.1/robots.txt');
        const answers = JSON.stringify([found, refused]);
        if (!/"status":200.*"ok":false,"reason":"unsafe_address"/u.test(answers)) throw new Error(answers);
      }),
    ],
  },
];

function oauthSteps(): Step[] {
  return [
    step('asks for the document of a client that brings one', async (service) => {
      const query = new URLSearchParams({
        client_id: `https://${auditedHost}/agent.json`,
        redirect_uri: `https://${auditedHost}/callback`,
        response_type: 'code',
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
      });
      // There is no such document: what counts is that it was asked for.
      expectStatus(await service.send(`/authorize?${query}`, { redirect: 'manual' }), 400);
    }),
    step(
      'lets an agent in, whose person had no account yet',
      async (service) => void (await connectAgent(service)),
    ),
    step('renews tokens and takes them back', async (service) => {
      const { provider } = await connectAgent(service);
      const { client_id } = provider.clientInformation() as { client_id: string };
      const { refresh_token } = provider.tokens() as { refresh_token: string };
      const send = (path: string, form: Record<string, string>) =>
        service.send(path, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ client_id, ...form }).toString(),
        });
      const renewed = await send('/token', { grant_type: 'refresh_token', refresh_token });
      expectStatus(renewed, 200);
      expectStatus(await send('/revoke', { token: renewed.body.refresh_token }), 200);
    }),
  ];
}

/** An agent that registers itself and is allowed in by its person. */
async function connectAgent(service: WalkedService) {
  const provider = memoryAuthProvider();
  const serverUrl = `${service.baseUrl}/mcp`;
  await auth(provider as never, { serverUrl });
  const person = consentingPerson(service.baseUrl, `${freshWord()}@test.example`);
  const answer = await person.approve(provider.authorizationUrl);
  await auth(
    provider as never,
    { serverUrl, authorizationCode: answer.get('code') ?? '', iss: answer.get('iss') ?? undefined } as never,
  );
  if (!provider.tokens()) throw new Error('The agent got no tokens.');
  return { provider };
}

/** The secret of the link that was mailed to somebody. */
function newestInvitation(service: WalkedService, email: string): string | undefined {
  const mail = service.running.services.mails.find(({ to }) => to === email);
  return /invitation#(\S+)/u.exec(mail?.text ?? '')?.[1];
}

/** The whole way with a code by mail, for somebody who was never here before. */
async function signIn(service: WalkedService) {
  const email = `${freshWord()}@test.example`;
  const stranger = browserWith(service);
  const sent = expectStatus(await stranger.post('/session/code', { email }), 200);
  const mail = service.running.services.mails.find(({ to }) => to === email);
  const code = /^\d{6}/u.exec(mail?.subject ?? '')?.[0];
  const signed = await stranger.post('/session/verify', { sign_in_id: sent.body.sign_in_id, code });
  return cookiesOf(expectStatus(signed, 200));
}

/** Somebody with an account, a key and a session, none of which this function made. */
async function someoneSignedIn(service: WalkedService, how: { readonly isFresh?: boolean } = {}) {
  const { accountId } = await service.openAccount(5);
  const { email } = await service.operations.operator.show(accountId);
  return { accountId, email, browser: await browserOf(service, accountId, how) };
}

async function registerDevice(service: WalkedService, browser: ReturnType<typeof browserWith>) {
  const device = softwareAuthenticator();
  const { body } = expectStatus(await browser.post('/session/passkey/register/options'), 200);
  const response = device.register(ceremony(service, body.challenge), body.user.id);
  expectStatus(await browser.post('/session/passkey/register', { name: 'Walk', response }), 200);
  return device;
}

/** Authenticators know this machine as `localhost`. */
function ceremony({ baseUrl }: WalkedService, challenge: string) {
  const origin = baseUrl.replace('127.0.0.1', 'localhost');
  return { challenge, origin, rpId: 'localhost' };
}
