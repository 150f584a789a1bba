import type { HttpMethod } from './endpoint.ts';
import type { Grants } from './grants.ts';

/** A function that is not a tool and no endpoint of `/v1`: it answers several routes in its own protocol. */
export interface RoutedFunction {
  /** Kebab-case; names the bundle and the deployed function. */
  readonly name: string;
  /** Folder of its `handler.ts` below `functions/`. */
  readonly folder: string;
  readonly description: string;
  readonly routes: readonly FunctionRoute[];
  readonly grants: Grants;
  readonly timeoutSeconds: number;
  /** Sends mail through SES. */
  readonly sendsMail?: boolean;
  /** Keeps class and function names in the bundle; libraries that look at their own names break without. */
  readonly keepNames?: boolean;
  /** Passes its answers on piece by piece; its handler is wrapped by `streamAnswers`. */
  readonly streams?: boolean;
}

export interface FunctionRoute {
  readonly method: HttpMethod | 'OPTIONS';
  /** Path with parameters in braces, as the gateway writes them. */
  readonly path: `/${string}`;
}
