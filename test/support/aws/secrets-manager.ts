import { startWireServer } from './http-server.ts';
import type { WireAnswer } from './object-server.ts';

interface Version {
  text: string | undefined;
  createdAt: number;
}

export type SecretVersions = ReturnType<typeof createSecretVersions>;

/** Secrets with their versions as Secrets Manager keeps them, as far as a rotation uses it. */
export function createSecretVersions(clock: () => number) {
  const secrets = new Map<string, { versions: Map<string, Version>; stages: Map<string, string> }>();
  const secretOf = (arn: string) => {
    const secret = secrets.get(arn);
    if (!secret) throw new Error(`There is no ${arn}.`);
    return secret;
  };

  // biome-ignore lint/suspicious/noExplicitAny: a request of the wire has any shape.
  const operations: Record<string, (input: any) => unknown> = {
    DescribeSecret({ SecretId }) {
      const { versions, stages } = secretOf(SecretId);
      const stagesOf = (id: string) => [...stages].filter(([, of]) => of === id).map(([stage]) => stage);
      const moments = [...versions.values()].filter(({ text }) => text).map(({ createdAt }) => createdAt);
      return {
        VersionIdsToStages: Object.fromEntries([...versions.keys()].map((id) => [id, stagesOf(id)])),
        LastChangedDate: Math.max(...moments) / 1_000,
      };
    },
    GetSecretValue({ SecretId, VersionId, VersionStage = 'AWSCURRENT' }) {
      const { versions, stages } = secretOf(SecretId);
      const version = versions.get(VersionId ?? stages.get(VersionStage));
      if (version?.text === undefined) return undefined;
      return { SecretString: version.text, CreatedDate: version.createdAt / 1_000 };
    },
    PutSecretValue({ SecretId, ClientRequestToken, SecretString }) {
      secretOf(SecretId).versions.set(ClientRequestToken, { text: SecretString, createdAt: clock() });
      return {};
    },
    UpdateSecretVersionStage({ SecretId, VersionStage, MoveToVersionId, RemoveFromVersionId }) {
      const { stages } = secretOf(SecretId);
      if (stages.get(VersionStage) !== RemoveFromVersionId) return undefined;
      stages.set('AWSPREVIOUS', RemoveFromVersionId).set(VersionStage, MoveToVersionId);
      return {};
    },
  };

  return {
    has: (arn: string) => secrets.has(arn),
    /** What the wire carries back; undefined where what was asked for is not there. */
    answer: (operation: string, input: unknown) => operations[operation]?.(input),
    /** A secret whose first version the store has made. */
    create(arn: string, text: string, createdAt = clock()) {
      const first = { text, createdAt };
      secrets.set(arn, { versions: new Map([['v0', first]]), stages: new Map([['AWSCURRENT', 'v0']]) });
    },
    /** What the store does before it calls the function: a version without a text. */
    beginRotation(arn: string, token: string) {
      const { versions, stages } = secretOf(arn);
      versions.set(token, { text: undefined, createdAt: clock() });
      stages.set('AWSPENDING', token);
    },
    current: (arn: string): string => {
      const { versions, stages } = secretOf(arn);
      return versions.get(stages.get('AWSCURRENT') ?? '')?.text ?? '';
    },
  };
}

/** The same over its wire. */
export async function startSecretsManager(clock: () => number) {
  const { answer, ...versions } = createSecretVersions(clock);
  const asked: string[] = [];
  const server = await startWireServer((request, body) => {
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    asked.push(operation);
    return secretsAnswer(answer(operation, JSON.parse(body.toString())));
  });
  return {
    ...versions,
    url: server.url,
    /** Operations in the order in which they came. */
    asked,
    stop: server.stop,
  };
}

export function secretsAnswer(answer: unknown): WireAnswer {
  return answer === undefined
    ? { status: 400, body: '{"__type":"ResourceNotFoundException"}' }
    : { status: 200, body: JSON.stringify(answer) };
}
