import { danglingReferences } from '#test/lib/support/template-references.ts';
import { startWireServer } from './http-server.ts';
import { createObjectServer, type WireAnswer } from './object-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: a template is whatever CloudFormation takes.
type Template = any;

interface FakeStack {
  status: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly template?: Template;
}

/** A parameter of a request by its name; empty where it is not there. */
type Asked = (name: string) => string;

interface ChangeSet {
  readonly stack: string;
  readonly template: Template;
  /** Looks at it that still say that it is being made. */
  looks: number;
}

const bucket = 'cdk-hnb659fds-assets-000000000000-eu-west-1';
/** Small, so that lists of a test are paged. */
const pageSize = 5;

/**
 * CloudFormation and S3 on loopback as their references describe them, as far as a dry run asks: templates are
 * read from the bucket and refused one by one for what they refer to and do not declare; change sets are made
 * in the background, may fail for exports that are not there, hold those of nested stacks, and come in pages; a
 * stack that has only a change set is there, in REVIEW_IN_PROGRESS, until it is deleted.
 */
export async function startCloudFormation() {
  const files = createObjectServer();
  const stacks = new Map<string, FakeStack>([
    ['CDKToolkit', { status: 'CREATE_COMPLETE', outputs: { BucketName: bucket } }],
  ]);
  const exported = new Set<string>();
  const changeSets = new Map<string, ChangeSet>();
  const asked: string[] = [];
  let made = 0;

  const templateAt = (url: string): Template => {
    const file = files.objects.get(new URL(url).pathname.slice(1));
    if (!file) throw refusal('S3 error: The specified key does not exist.');
    const template = JSON.parse(file.body.toString());
    const dangling = danglingReferences(template);
    if (dangling.length > 0)
      throw refusal(
        `Template format error: Unresolved resource dependencies [${dangling.join(', ')}] in the Resources block of the template`,
      );
    return template;
  };
  const newChangeSet = (stack: string, template: Template, looks: number): string => {
    made += 1;
    const id = `arn:aws:cloudformation:eu-west-1:000000000000:changeSet/${made}`;
    changeSets.set(id, { stack, template, looks });
    return id;
  };
  const nestedUrl = ({ 'Fn::Join': [, parts] }: Template): string => `http://s3/${bucket}${parts.at(-1)}`;

  const changeOf = (
    stack: string,
    { action, logicalId, resource }: ReturnType<typeof changesBetween>[number],
  ): string => {
    const isNested = resource.Type === 'AWS::CloudFormation::Stack' && action !== 'Remove';
    const template = isNested && templateAt(nestedUrl(resource.Properties.TemplateURL));
    // That of a stack is made when those of its nested stacks are.
    const nested = template
      ? `<ChangeSetId>${newChangeSet(`${stack}-${logicalId}`, template, 0)}</ChangeSetId>`
      : '';
    const replacement = action === 'Modify' ? 'True' : 'False';
    return `<member><Type>Resource</Type><ResourceChange><Action>${action}</Action><LogicalResourceId>${logicalId}</LogicalResourceId><ResourceType>${resource.Type}</ResourceType><Replacement>${replacement}</Replacement>${nested}</ResourceChange></member>`;
  };

  const actions: Readonly<Record<string, (asked: Asked) => string>> = {
    DescribeStacks(of) {
      const name = of('StackName');
      const stack = stacks.get(name);
      if (!stack) throw refusal(`Stack with id ${name} does not exist`);
      const outputs = Object.entries(stack.outputs).map(
        ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
      );
      return `<Stacks><member><StackName>${name}</StackName><StackStatus>${stack.status}</StackStatus><CreationTime>2026-11-20T12:00:00Z</CreationTime><Outputs>${outputs.join('')}</Outputs></member></Stacks>`;
    },
    ValidateTemplate(of) {
      templateAt(of('TemplateURL'));
      return '';
    },
    ListExports(of) {
      const after = of('NextToken');
      const names = [...exported].sort().filter((name) => name > after);
      const page = names.slice(0, pageSize);
      const next = names.length > pageSize ? `<NextToken>${page.at(-1)}</NextToken>` : '';
      return `<Exports>${page.map((name) => `<member><Name>${name}</Name></member>`).join('')}</Exports>${next}`;
    },
    CreateChangeSet(of) {
      const name = of('StackName');
      const exists = stacks.has(name) && stacks.get(name)?.status !== 'REVIEW_IN_PROGRESS';
      if (exists !== (of('ChangeSetType') === 'UPDATE'))
        throw refusal(`Stack [${name}] ${exists ? 'already exists' : 'does not exist'}`);
      if (of('Capabilities.member.2') !== 'CAPABILITY_NAMED_IAM')
        throw refusal('Requires capabilities : [CAPABILITY_NAMED_IAM]', 'InsufficientCapabilitiesException');
      const template = templateAt(of('TemplateURL'));
      if (!exists) stacks.set(name, { status: 'REVIEW_IN_PROGRESS', outputs: {} });
      return `<Id>${newChangeSet(name, template, 2)}</Id><StackId>${name}</StackId>`;
    },
    DescribeChangeSet(of) {
      const id = of('ChangeSetName');
      const set = changeSets.get(id);
      if (!set) throw refusal(`ChangeSet [${id}] does not exist`, 'ChangeSetNotFound');
      if (set.looks > 0) {
        set.looks -= 1;
        return `<ChangeSetId>${id}</ChangeSetId><Status>CREATE_IN_PROGRESS</Status>`;
      }
      const before: Template = stacks.get(set.stack)?.template?.Resources ?? {};
      const changes = changesBetween(before, set.template.Resources);
      if (changes.length === 0)
        return `<ChangeSetId>${id}</ChangeSetId><Status>FAILED</Status><StatusReason>The submitted information didn't contain changes. Submit different information to create a change set.</StatusReason>`;
      const start = Number(of('NextToken'));
      const page = changes.slice(start, start + pageSize).map((change) => changeOf(set.stack, change));
      const next = changes.length > start + pageSize ? `<NextToken>${start + pageSize}</NextToken>` : '';
      return `<ChangeSetId>${id}</ChangeSetId><Status>CREATE_COMPLETE</Status><Changes>${page.join('')}</Changes>${next}`;
    },
    DeleteChangeSet(of) {
      changeSets.delete(of('ChangeSetName'));
      return '';
    },
    DeleteStack(of) {
      stacks.delete(of('StackName'));
      return '';
    },
  };

  const answer = (action: string, query: URLSearchParams): WireAnswer => {
    asked.push(action);
    try {
      const result = actions[action]?.((name) => query.get(name) ?? '');
      if (result === undefined) throw refusal(`Could not find operation ${action}`, 'InvalidAction');
      return {
        status: 200,
        body: `<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`,
      };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, message } = error;
      return {
        status: 400,
        body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
      };
    }
  };
  const server = await startWireServer((request, body) => {
    if (request.method !== 'POST' || body.length === 0) return files.answer(request, body);
    const query = new URLSearchParams(body.toString());
    return answer(query.get('Action') ?? '', query);
  });
  return {
    stop: server.stop,
    /** What a program is started with to speak to it. */
    environment: {
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'any',
      AWS_SECRET_ACCESS_KEY: 'any',
      AWS_ENDPOINT_URL_CLOUDFORMATION: server.url,
      AWS_ENDPOINT_URL_S3: server.url,
    },
    asked,
    stacks,
    exported,
    changeSets,
  };
}

class Refusal extends Error {
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

function refusal(message: string, code = 'ValidationError'): Refusal {
  return new Refusal(message, code);
}

/** What differs between two versions of a template's resources; every difference replaces. */
function changesBetween(before: Template, after: Template) {
  const kinds = [...new Set([...Object.keys(before), ...Object.keys(after)])].map((logicalId) => ({
    logicalId,
    action: !(logicalId in before) ? 'Add' : !(logicalId in after) ? 'Remove' : 'Modify',
    resource: after[logicalId] ?? before[logicalId],
    isSame: JSON.stringify(before[logicalId]) === JSON.stringify(after[logicalId]),
  }));
  return kinds.filter(({ isSame }) => !isSame);
}
