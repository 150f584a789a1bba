import { endpointCatalog } from '#functions/endpoints.ts';
import answers from '#functions/reference/example-answers.json' with { type: 'json' };
import { toolCatalog } from '#functions/tools/catalog.ts';
import { createAccountRepository } from '#shared/accounts/account-repository.ts';
import { createClock } from '#shared/clock.ts';
import { loadConfig } from '#shared/config.ts';
import { createDocuments } from '#shared/dynamo/documents.ts';
import { createReferenceHandler } from './answer-reference.ts';

// biome-ignore lint/style/noProcessEnv: the one place where this function reads its environment.
const config = loadConfig(process.env);
const accounts = createAccountRepository({
  documents: createDocuments(),
  tables: config.tables,
  clock: createClock(),
});

export const handler = createReferenceHandler({
  catalogs: { tools: toolCatalog, endpoints: endpointCatalog, answers },
  baseUrl: config.baseUrl,
  // Reads an account that cannot exist: what counts is that the table answers.
  probe: async () => {
    await accounts.find('acct_health');
  },
});
