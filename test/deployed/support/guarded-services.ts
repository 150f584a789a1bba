import type { IncomingMessage } from 'node:http';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { startWireServer } from '#test/support/aws/http-server.ts';
import { createObjectServer, type WireAnswer } from '#test/support/aws/object-server.ts';
import {
  createSecretVersions,
  type SecretVersions,
  secretsAnswer,
} from '#test/support/aws/secrets-manager.ts';
import type { Deployment } from './assembly.ts';
import { type DeploymentsServer, startDeploymentsServer } from './deployments-server.ts';
import { createLifelikeDatabase } from './lifelike-database.ts';
import type { Permissions } from './permissions.ts';
import { startQueueServer } from './queue-server.ts';
import { callerOf } from './wire-requests.ts';

/** DynamoDB, S3, Secrets Manager, SES and Lambda on loopback, each of which asks the caller's role first. */
export interface GuardedServices {
  readonly endpoints: Readonly<Record<string, string>>;
  readonly objects: ReturnType<typeof createObjectServer>['objects'];
  /** Versions of secrets; what lies there under `ownSecret` only that function finds. */
  readonly versions: SecretVersions;
  /** CodeDeploy, as far as hooks ask it. */
  readonly deployments: DeploymentsServer;
  /** Mails that SES took, newest first. */
  readonly mails: readonly SentMail[];
  /** The next such request to the database is carried out, and its answer lost: the caller sees a failure. */
  loseAnswerOf(functionName: string, operationAndTable: string): void;
  /** Before the next such request reaches the database, somebody else does this. */
  before(functionName: string, operationAndTable: string, deed: () => Promise<void>): void;
  stop(): Promise<void>;
}

export interface SentMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

interface GuardOptions {
  readonly deployment: Deployment;
  readonly permissions: Permissions;
  /** The real database behind the guard. */
  readonly databaseUrl: string;
  /** Runs a function as another one calls it; gives its answer. */
  invoke(functionName: string, question: object): Promise<unknown>;
}

/** What the store asks of the key on behalf of its caller. */
const keyUses: Readonly<Record<string, string>> = {
  GetSecretValue: 'kms:Decrypt',
  PutSecretValue: 'kms:GenerateDataKey',
};

const region = 'eu-central-1';
const accountArn = `${region}:000000000000`;

export async function startGuardedServices({
  deployment,
  permissions,
  databaseUrl,
  invoke,
}: GuardOptions): Promise<GuardedServices> {
  const keyArn = `arn:aws:kms:${accountArn}:key/${keyName(deployment)}`;
  const objectServer = createObjectServer();
  const lost: string[] = [];
  const interruptions = new Map<string, () => Promise<void>>();
  const key = (functionName: string, action: string, service: string) =>
    permissions.permit({ functionName, action, resource: keyArn, via: `${service}.${region}.amazonaws.com` });

  const answerOfDatabase = createLifelikeDatabase(databaseUrl);
  const database = await startWireServer(async (request, body) => {
    const functionName = callerOf(request);
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    const tables = tablesOf(JSON.parse(body.toString()));
    const permitted = tables.map((table) =>
      permissions.permit({
        functionName,
        action: `dynamodb:${operation}`,
        resource: `arn:aws:dynamodb:${accountArn}:table/${table}`,
      }),
    );
    if (!permitted.every(Boolean)) return jsonDenial();
    const deed = `${functionName} ${operation} ${tables.map((table) => table.split('-').at(-1)).join()}`;
    const interruption = interruptions.get(deed);
    interruptions.delete(deed);
    await interruption?.();
    const answer = await answerOfDatabase(request, operation, body);
    if (!lost.includes(deed)) return answer;
    lost.splice(lost.indexOf(deed), 1);
    return { status: 500, body: '{"__type":"InternalServerError"}' };
  });

  const versions = createSecretVersions(Date.now);
  const secrets = await startWireServer((request, body) => {
    const functionName = callerOf(request);
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    const input = JSON.parse(body.toString());
    const { SecretId: arn } = input;
    const action = `secretsmanager:${operation}`;
    const use = deployment.keyedSecrets.has(arn) ? keyUses[operation] : undefined;
    const permitted =
      permissions.permit({ functionName, action, resource: arn }) &&
      (!use || key(functionName, use, 'secretsmanager'));
    if (!permitted) return jsonDenial();
    return secretsAnswer(answerOfSecrets({ deployment, versions }, { functionName, operation, input }));
  });

  /** "If the object you request doesn't exist, the error that Amazon S3 returns depends on whether you also have the s3:ListBucket permission" (GetObject). */
  const missing = (functionName: string, resource: string): WireAnswer => {
    const bucket = resource.replace(/\/.*$/u, '');
    const lists = permissions.behind({ functionName, action: 's3:ListBucket', resource: bucket });
    return lists.length > 0 ? { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' } : denied;
  };
  const objects = await startWireServer(async (request, body) => {
    const functionName = callerOf(request);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://objects');
    const path = decodeURIComponent(pathname).slice(1);
    const prefix = searchParams.get('prefix');
    const { action, use } = objectDeed(request);
    const resource = `arn:aws:s3:::${action === 's3:ListBucket' ? path.replace(/\/$/u, '') : path}`;
    const permitted =
      (await isGenuine(request)) &&
      permissions.permit({ functionName, action, resource, ...(prefix !== null && { prefix }) }) &&
      (!use || key(functionName, use, 's3'));
    if (!permitted) return denied;
    const answer = objectServer.answer(request, body);
    return answer.status === 404 ? missing(functionName, resource) : answer;
  });

  const mails: SentMail[] = [];
  const mail = await startWireServer((request, body) => {
    const { FromEmailAddress: from, Destination, Content } = JSON.parse(body.toString());
    const resource = `arn:aws:ses:${accountArn}:identity/${from.slice(from.indexOf('@') + 1)}`;
    if (!permissions.permit({ functionName: callerOf(request), action: 'ses:SendEmail', resource, from }))
      return { status: 403, body: '{"message":"The role does not allow this."}' };
    const { Subject, Body } = Content.Simple;
    mails.unshift({ to: Destination.ToAddresses[0], subject: Subject.Data, text: Body.Text.Data });
    return { status: 200, headers: { 'content-type': 'application/json' }, body: '{"MessageId":"1"}' };
  });

  const lambda = await startWireServer(async (request, body) => {
    const called = /\/functions\/(?<name>[^/]+)\/invocations/u.exec(decodeURIComponent(request.url ?? ''))
      ?.groups?.name;
    const resource = `arn:aws:lambda:${accountArn}:function:${called}`;
    if (!permissions.permit({ functionName: callerOf(request), action: 'lambda:InvokeFunction', resource }))
      return { status: 403, body: '{"Message":"The role does not allow this."}' };
    // An alias leads to the code that is deployed, which is all that is here.
    const run = () => invoke(called?.replace(/:.*$/u, '') ?? '', JSON.parse(body.toString()));
    if (request.headers['x-amz-invocation-type'] === 'Event') {
      // Whoever starts it is told that it was taken down, whatever becomes of it. It comes twice, as it may.
      for (const delivery of [run(), run()]) delivery.catch(() => {});
      return { status: 202 };
    }
    return answerOf(run());
  });

  const queues = await startQueueServer({ deployment, permissions, accountArn, invoke });
  const deployments = await startDeploymentsServer(permissions, accountArn);

  return {
    versions,
    mails,
    deployments,
    endpoints: {
      AWS_ENDPOINT_URL_CODEDEPLOY: deployments.url,
      AWS_ENDPOINT_URL_SESV2: mail.url,
      AWS_ENDPOINT_URL_SQS: queues.url,
      AWS_ENDPOINT_URL_LAMBDA: lambda.url,
      AWS_ENDPOINT_URL_DYNAMODB: database.url,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
      AWS_ENDPOINT_URL_S3: objects.url,
    },
    objects: objectServer.objects,
    loseAnswerOf: (functionName, deed) => void lost.push(`${functionName} ${deed}`),
    before: (functionName, what, deed) => void interruptions.set(`${functionName} ${what}`, deed),
    async stop() {
      await Promise.all(
        [database, secrets, objects, mail, lambda, queues, deployments].map((server) => server.stop()),
      );
    },
  };
}

/** As Lambda answers who waits for a function: what streams comes as it is, and a crash is no error of the request. */
async function answerOf(running: Promise<unknown>): Promise<WireAnswer> {
  const headers = { 'content-type': 'application/json' };
  try {
    const answer = await running;
    return { status: 200, headers, body: typeof answer === 'string' ? answer : JSON.stringify(answer) };
  } catch (error) {
    const body = JSON.stringify({ errorMessage: String(error) });
    return { status: 200, headers: { ...headers, 'x-amz-function-error': 'Unhandled' }, body };
  }
}

/** Each function signs with an access key id that is its own name, so that none can act as another. */
export const accessKeyId = (functionName: string): string => `AKIA-${functionName}`;

interface SecretQuestion {
  readonly functionName: string;
  readonly operation: string;
  readonly input: { readonly SecretId: string };
}

/** From the versions of a secret where it has any, else from the deployment's own strings. */
function answerOfSecrets(
  { deployment: { secrets }, versions }: { deployment: Deployment; versions: SecretVersions },
  { functionName, operation, input }: SecretQuestion,
): unknown {
  const arn = input.SecretId;
  const own = ownSecret(arn, functionName);
  if (versions.has(own)) return versions.answer(operation, { ...input, SecretId: own });
  const text = secrets.get(own) ?? secrets.get(arn);
  if (operation === 'GetSecretValue') return text && { SecretString: text };
  versions.create(arn, text ?? '');
  return versions.answer(operation, input);
}

/** Where the string of a secret lies, or the one that only a single function finds in its place. */
export const ownSecret = (arn: string, functionName: string | undefined): string =>
  functionName ? `${arn} for ${functionName}` : arn;

/** Every table that a request names, in whatever form the operation names it. */
function tablesOf({ TableName, RequestItems, TransactItems }: Record<string, never>): string[] {
  const transacted = Object.values<{ TableName: string }>(TransactItems ?? {});
  return [
    ...(TableName ? [TableName] : []),
    ...Object.keys(RequestItems ?? {}),
    ...transacted.map((item) => item.TableName),
  ];
}

/** Whether a link is as its function signed it, and not too old. Other requests are only looked at for who sends them. */
async function isGenuine({ url, headers, method }: IncomingMessage): Promise<boolean> {
  const endpoint = `http://${headers.host}`;
  const link = new URL(url ?? '/', endpoint);
  if (!link.searchParams.has('X-Amz-Signature')) return true;
  const given = (name: string) => link.searchParams.get(name) ?? '';
  const signingDate = new Date(
    given('X-Amz-Date').replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/u, '$1-$2-$3T$4:$5:$6Z'),
  );
  const expiresIn = Number(given('X-Amz-Expires'));
  if (!(signingDate.getTime() + expiresIn * 1_000 > Date.now())) return false;
  const credentials = { accessKeyId: accessKeyId(callerOf({ url, headers })), secretAccessKey: 'secret' };
  const client = new S3Client({
    region,
    endpoint,
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const [, Bucket = '', ...names] = decodeURIComponent(link.pathname).split('/');
  const place = { Bucket, Key: names.join('/') };
  const options = { expiresIn, signingDate };
  if (method === 'PUT') {
    const command = new PutObjectCommand({ ...place, ContentLength: Number(headers['content-length']) });
    const signableHeaders = new Set(given('X-Amz-SignedHeaders').split(';'));
    return (
      inOrder(new URL(await getSignedUrl(client, command, { ...options, signableHeaders }))) === inOrder(link)
    );
  }
  const command = new GetObjectCommand({
    ...place,
    ResponseContentDisposition: given('response-content-disposition'),
  });
  return inOrder(new URL(await getSignedUrl(client, command, options))) === inOrder(link);
}

function inOrder({ searchParams }: URL): string {
  return JSON.stringify([...searchParams].sort());
}

const denied: WireAnswer = { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' };

function objectDeed({ method, url }: IncomingMessage): { action: string; use?: string } {
  // A large object comes in parts, which are begun and ended by a POST.
  if (method === 'PUT' || method === 'POST') return { action: 's3:PutObject', use: 'kms:GenerateDataKey' };
  if (method === 'DELETE') return { action: 's3:DeleteObject' };
  if (url?.includes('list-type=')) return { action: 's3:ListBucket' };
  return { action: 's3:GetObject', use: 'kms:Decrypt' };
}

function keyName(deployment: Deployment): string {
  const arns = deployment.functions.flatMap(({ statements }) =>
    statements.flatMap(({ resources }) => resources),
  );
  return arns.find((arn) => arn.includes(':key/'))?.split(':key/')[1] ?? '';
}

function jsonDenial(): WireAnswer {
  return {
    status: 400,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: JSON.stringify({
      __type: 'com.amazon.coral.service#AccessDeniedException',
      message: 'The role does not allow this.',
    }),
  };
}
