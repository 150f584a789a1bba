import { createConnectionRepository } from '#shared/callers/identity/connection-repository.ts';
import { composeCallServices } from '#shared/http/compose-services.ts';
import { liveFoundation } from '#shared/http/live-foundation.ts';
import type { ConnectionServices } from './connection-services.ts';

/** What the endpoints about connections work with when deployed. */
export async function liveConnectionServices() {
  const foundation = await liveFoundation();
  const { documents, tables, clock } = foundation;
  const own: ConnectionServices = {
    connections: createConnectionRepository({ documents, name: tables.identity, clock }),
  };
  return { call: composeCallServices(foundation), own };
}
