import type { MeteringServices, ToolCallServices } from '#shared/calls/services.ts';
import type { CredentialResolver } from '#shared/money/accounts/credential-resolver.ts';
import type { Surroundings } from './begin-call.ts';

/** What every authenticated call over HTTP needs from outside; built once per cold start. */
export interface CallServices extends MeteringServices, Surroundings {
  readonly resolvers: readonly CredentialResolver[];
}

/** What a tool call over HTTP needs beside. */
export interface ToolServices extends Omit<CallServices, 'ledger'>, ToolCallServices {}
