import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import * as v from 'valibot';
import {
  type AuthorizationRepository,
  type ConnectionRepository,
  connectionSeconds,
} from '#shared/callers/identity/connection-repository.ts';
import type { CallResult } from '#shared/http/call.ts';

/**
 * A client whose answer to a rotation was lost may repeat it this long; after
 * that a second use is taken for theft and ends the connection.
 */
const rotationGraceSeconds = 120;
/** Clients that register and never connect are forgotten after this; a refresh starts it again. */
const clientSeconds = 90 * 24 * 60 * 60;
/** For records that the library keeps without a term. */
const otherSeconds = 24 * 60 * 60;

interface AdapterOptions {
  readonly authorizations: AuthorizationRepository;
  readonly connections: ConnectionRepository;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/**
 * Where the library keeps its records. Grants are the account's connections;
 * every token and code is valid only while its grant is, so ending the grant
 * ends them all. Provider sessions are not kept: who authorizes is decided by
 * the dashboard's session, each time.
 */
export function createStorageAdapter(options: AdapterOptions): (model: string) => Adapter {
  return (model) => {
    if (model === 'Grant') return grantAdapter(options.connections);
    if (model === 'Session') return forgetfulAdapter;
    return recordAdapter(model, options);
  };
}

/** The id under which the library knows a connection: account and connection, so that one read finds it. */
export function grantIdOf(accountId: string, connectionId: string): string {
  return `${accountId}.${connectionId}`;
}

export function splitGrantId(grantId: string): { accountId: string; connectionId: string } {
  const [accountId = '', connectionId = ''] = grantId.split('.');
  return { accountId, connectionId };
}

const forgetfulAdapter: Adapter = {
  upsert: async () => {},
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
};

function grantAdapter(connections: ConnectionRepository): Adapter {
  return {
    ...forgetfulAdapter,
    async upsert() {
      throw new Error('Grants are made on the consent page and not changed afterwards.');
    },
    async find(id) {
      const { accountId, connectionId } = splitGrantId(id);
      const connection = await connections.find(accountId, connectionId);
      if (!connection || connection.revokedAt) return undefined;
      return { ...connection.payload, jti: id, exp: connection.expiresAt };
    },
    async destroy(id) {
      const { accountId, connectionId } = splitGrantId(id);
      await connections.revoke(accountId, connectionId);
    },
  };
}

function recordAdapter(model: string, options: AdapterOptions): Adapter {
  const { authorizations, connections, clock } = options;
  return {
    ...forgetfulAdapter,

    async upsert(id, { jti: _, ...payload }, lifeSeconds) {
      await authorizations.put(model, id, payload, lifeSeconds ?? termOf(model));
      if (model === 'RefreshToken') await keepAlive(payload, options);
    },

    async find(id) {
      const stored = await authorizations.find(model, id);
      if (!stored) return undefined;
      const { payload, usedAt } = stored;
      const grace = model === 'RefreshToken' ? rotationGraceSeconds : 0;
      const isUsed = usedAt !== undefined && clock() / 1000 >= usedAt + grace;
      const found: AdapterPayload = { ...payload, ...(isUsed && { consumed: usedAt }) };
      return model === 'Client' ? found : { ...found, jti: id };
    },

    async consume(id) {
      const isFirst = await authorizations.use(model, id);
      // Two exchanges of one code at the same moment: the library saw both as unused.
      if (!isFirst && model === 'AuthorizationCode') {
        const grantId = (await authorizations.find(model, id))?.payload.grantId;
        if (typeof grantId === 'string') {
          const { accountId, connectionId } = splitGrantId(grantId);
          await connections.revoke(accountId, connectionId);
        }
        throw new errors.InvalidGrant('authorization code already consumed');
      }
    },

    destroy: (id) => authorizations.remove(model, id),
  };
}

/** A refresh proves that the agent is in use: its connection and its client live on for a full term. */
async function keepAlive(
  { grantId, clientId }: AdapterPayload,
  { authorizations, connections }: AdapterOptions,
): Promise<void> {
  if (typeof grantId !== 'string' || typeof clientId !== 'string') return;
  const { accountId, connectionId } = splitGrantId(grantId);
  await Promise.all([
    connections.extend(accountId, connectionId),
    authorizations.extend('Client', clientId, clientSeconds),
  ]);
}

function termOf(model: string): number {
  if (model === 'Client') return clientSeconds;
  return model === 'RefreshToken' ? connectionSeconds : otherSeconds;
}

const model = 'RefreshToken';
const tokenAnswer = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ access_token: v.string(), refresh_token: v.string() }),
);

/**
 * Holds a refresh token to one successor: used again within its grace, it gives
 * the one that it gave at first, so that no second chain of tokens begins. The
 * library has made another by then, which is removed before anybody has seen it.
 */
export async function giveOneSuccessor(
  authorizations: Pick<AuthorizationRepository, 'succeed' | 'remove'>,
  form: URLSearchParams,
  answer: CallResult,
): Promise<CallResult> {
  const used = form.get('refresh_token');
  const given = v.safeParse(tokenAnswer, answer.body);
  if (form.get('grant_type') !== 'refresh_token' || used === null) return answer;
  if (answer.statusCode !== 200 || !given.success) return answer;
  const made = given.output.refresh_token;
  const sealed = await authorizations.succeed(model, used, seal(made, used));
  const successor = sealed === undefined ? made : open(sealed, used);
  if (successor === made) return answer;
  await authorizations.remove(model, made);
  return { ...answer, body: JSON.stringify({ ...given.output, refresh_token: successor }) };
}

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Only who has the former token can read its successor: the table keeps neither. */
function keyOf(token: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, '', 'oriel refresh successor', 32));
}

function seal(successor: string, token: string): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, keyOf(token), iv);
  const text = Buffer.concat([sealing.update(successor, 'utf8'), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), text]).toString('base64url');
}

function open(sealed: string, token: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const opening = createDecipheriv(cipher, keyOf(token), bytes.subarray(0, ivBytes));
  opening.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()]).toString();
}
