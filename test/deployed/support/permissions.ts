import type { DeployedFunction, Statement } from './assembly.ts';

/** One thing that a function did or tried: the action and what it was done to. */
export interface Deed {
  readonly functionName: string;
  readonly action: string;
  readonly resource: string;
  /** Sender of a mail; only for `ses:`. */
  readonly from?: string;
  /** Service through which a key was used; only for `kms:`. */
  readonly via?: string;
  /** What a list was asked to begin with; only for `s3:ListBucket`. */
  readonly prefix?: string;
}

/** One action of one statement of one function's role. */
export interface Grant {
  readonly functionName: string;
  readonly sid: string;
  readonly action: string;
}

/** Enforces the roles as IAM would: what no statement allows is denied. Keeps what was done and what was denied. */
export interface Permissions {
  /** Whether the function may; remembers the answer. */
  permit(deed: Deed): boolean;
  readonly done: readonly Deed[];
  readonly denied: readonly Deed[];
  /** The grants that allow a deed. */
  behind(deed: Deed): readonly Grant[];
  /** Takes a grant away until it is given back. */
  withhold(grant: Grant): void;
  giveBack(grant: Grant): void;
}

export function createPermissions(
  principals: readonly Pick<DeployedFunction, 'name' | 'statements'>[],
): Permissions {
  const roles = new Map(principals.map(({ name, statements }) => [name, statements]));
  const done: Deed[] = [];
  const denied: Deed[] = [];
  const withheld = new Set<string>();

  const allowing = (deed: Deed): readonly Grant[] =>
    (roles.get(deed.functionName) ?? [])
      .filter(
        ({ actions, resources, conditions }) =>
          actions.includes(deed.action) &&
          resources.some((pattern) => matches(pattern, deed.resource)) &&
          meets(conditions, deed),
      )
      .map(({ sid }) => ({ functionName: deed.functionName, sid, action: deed.action }));

  return {
    done,
    denied,
    permit(deed) {
      const permitted = allowing(deed).some((grant) => !withheld.has(nameOf(grant)));
      (permitted ? done : denied).push(deed);
      return permitted;
    },
    behind: allowing,
    withhold: (grant) => void withheld.add(nameOf(grant)),
    giveBack: (grant) => void withheld.delete(nameOf(grant)),
  };
}

/** The text that identifies a grant. */
export function nameOf({ functionName, sid, action }: Grant): string {
  return `${functionName} ${sid} ${action}`;
}

/** `*` stands for any characters and `?` for one, as in IAM's ARNs. */
export function matches(pattern: string, resource: string): boolean {
  const source = pattern
    .split('*')
    .map((part) => part.replaceAll(/[.+^${}()|[\]\\]/gu, '\\$&').replaceAll('?', '.'))
    .join('.*');
  return new RegExp(`^${source}$`, 'u').test(resource);
}

/** The conditions in use. Any other is never met, so that a new one cannot pass unread. */
function meets(conditions: Statement['conditions'], { via, from, prefix }: Deed): boolean {
  const facts: Record<string, string | undefined> = {
    'kms:ViaService': via,
    'ses:FromAddress': from,
    's3:prefix': prefix,
  };
  const compares: Record<string, (value: string, fact: string) => boolean> = {
    StringEquals: (value, fact) => value === fact,
    StringLike: matches,
  };
  return Object.entries(conditions).every(([operator, keys]) =>
    Object.entries(keys).every(([key, values]) => {
      const [fact, holds] = [facts[key], compares[operator]];
      return fact !== undefined && holds !== undefined && [values].flat().some((value) => holds(value, fact));
    }),
  );
}
