import { openEndpoint } from '#functions/endpoint.ts';
import { type Foundation, sharedIndexOf, upstreamAccount } from '#functions/foundation.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { type SourceClass, sourceClasses, sourceClassNames } from '#shared/contract/envelope.ts';
import { defaultMarket } from '#shared/contract/fields.ts';
import { publishedSchema } from '#shared/contract/json-schema.ts';
import { type ToolContract, toolPath } from '#shared/contract/tool.ts';
import { datasetDays } from '#shared/facts/datasets/dataset-records.ts';
import { countries, languages } from '#shared/facts/markets/markets.ts';
import { parseCruxAccount } from '#shared/facts/provider/crux/crux-vitals.ts';
import { readStability } from '#shared/facts/stored-index/items/stability.ts';
import { createIndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import { type Directory, readDirectory } from '#shared/facts/web-graph/open-lists.ts';
import { maxBodyBytes } from '#shared/http/call.ts';
import { memoizeWithTtl } from '#shared/http/tool-handler.ts';
import { defaultMaxConcurrentCalls, defaultRateLimits } from '#shared/money/accounts/account-item.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { getCapabilities as contract } from './contracts.ts';

interface CapabilityServices {
  readonly catalog: readonly ToolContract[];
  readonly baseUrl: string;
  /** Source classes that can answer here; the others are listed as unavailable. */
  readonly available: ReadonlySet<SourceClass>;
  readonly datasetDays: number;
  readonly known: () => Promise<Known>;
}

interface Known {
  /** How well stored places hold, by their age. */
  readonly stability: Awaited<ReturnType<typeof readStability>>;
  readonly lists: Directory['lists'];
}

/** What `location` and `language` may name; a place within a country is accepted beside these. */
const markets = {
  locations: Object.fromEntries(countries.map(({ iso, name }) => [iso, name])),
  languages: Object.fromEntries(languages.map(({ code, name }) => [code, name])),
};

export const getCapabilities = (foundation: Foundation) =>
  openEndpoint(foundation, contract, capabilityServices, async ({ caller, requestId, now }, services) => {
    const { catalog, baseUrl } = services;
    const account = caller?.account;
    const isEnabled = ({ requires }: ToolContract) =>
      requires === undefined || (account?.features.has(requires) ?? false);
    const tools = catalog.filter(isEnabled);
    return {
      body: {
        schema_version: 'ofe/1.0' as const,
        domain: 'core' as const,
        data: {
          version: 'v1',
          tools: tools.map(describeTool),
          credit_cost: Object.fromEntries(tools.map(({ name, credits }) => [name, credits])),
          sources: describeSources(services.available, await services.known()),
          defaults: { ...defaultMarket },
          markets,
          limits: {
            rate: { ...(account?.rateLimits ?? defaultRateLimits) },
            concurrent_calls: account?.maxConcurrentCalls ?? defaultMaxConcurrentCalls,
            body_bytes: maxBodyBytes,
            dataset_days: services.datasetDays,
          },
          ...addresses(baseUrl),
        },
        facts: [],
        entities: [],
        deltas: [],
        coverage: {
          returned: tools.length,
          total_available: tools.length,
          truncated: false,
          as_of: isoTime(now),
          scope_note: account
            ? null
            : 'Tools that are enabled per account are listed with a valid credential only.',
        },
        resources: [],
        next_actions: [],
        warnings: [],
        usage: {
          request_id: requestId,
          tool: 'capabilities',
          credits_charged: 0,
          balance_after: account?.balance ?? null,
          cache_hit: false,
          replayed: false,
        },
      },
      headers: { 'x-credits-charged': '0', ...(account && { 'x-credits-balance': String(account.balance) }) },
    };
  });

function describeTool(tool: ToolContract) {
  return {
    name: tool.name,
    family: tool.family,
    title: tool.title,
    summary: tool.summary,
    method: 'POST' as const,
    path: toolPath(tool),
    credits: tool.credits,
    enabled: true,
    requires: tool.requires ?? null,
    input_schema: { ...publishedSchema(tool.input) },
    example: { ...tool.example },
    source_classes: [...tool.sourceClasses],
  };
}

function describeSources(available: ReadonlySet<SourceClass>, known: Known) {
  const stability = known.stability
    .filter(({ places }) => places > 0)
    .map(({ within_one, ...group }) => ({
      ...group,
      within_one_position: Math.round((within_one / group.places) * 100) / 100,
    }));
  return sourceClassNames.map((name) => ({
    source_class: name,
    status: available.has(name) ? ('available' as const) : ('unavailable' as const),
    typical_confidence: sourceClasses[name].confidence,
    ...(name === 'search_index' && { stability }),
    ...(name === 'web_graph' && { lists: listed(known, ['ranks', 'links', 'graph']) }),
    ...(name === 'popularity_list' && { lists: listed(known, ['crux', 'majestic']) }),
  }));
}

function listed({ lists }: Known, kinds: readonly Known['lists'][number]['kind'][]) {
  return lists
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ kind, id, domains, of }) => ({ kind, name: id, domains, of }));
}

function addresses(baseUrl: string) {
  return {
    auth: {
      schemes: ['api_key', 'session', 'oauth'],
      header: 'Authorization: Bearer <key> or X-API-Key: <key>',
      key_prefix: 'or_',
      authorization_server: `${baseUrl}/.well-known/oauth-authorization-server`,
    },
    mcp: { url: `${baseUrl}/mcp`, transport: 'streamable-http' },
    docs: {
      openapi: `${baseUrl}/openapi.json`,
      llms_txt: `${baseUrl}/llms.txt`,
      reference: `${baseUrl}/docs`,
    },
  };
}

/** Changes by the day, and every check of whether the service is up asks for it. */
const knownOf = new WeakMap<Foundation, CapabilityServices['known']>();

async function capabilityServices(foundation: Foundation): Promise<CapabilityServices> {
  const { documents, tables, baseUrl } = foundation;
  const sharedIndex = sharedIndexOf(foundation);
  const home = createIndexReader({ documents, table: tables.index });
  const read = async (): Promise<Known> => {
    const [stability, { lists }] = await Promise.all([
      readStability(documents, await sharedIndex()),
      readDirectory(home),
    ]);
    return { stability, lists };
  };
  const known = knownOf.get(foundation) ?? memoizeWithTtl(read);
  knownOf.set(foundation, known);
  const [account, crux] = await Promise.all([upstreamAccount(foundation), foundation.readSecret('crux')]);
  const available = availableSources({
    hasLiveSource: account !== undefined,
    hasFieldData: parseCruxAccount(crux ?? '') !== undefined,
  });
  return { catalog: toolCatalog, baseUrl, available, datasetDays, known };
}

/** What can answer here: the stored index and the crawler always, live listings with a provider's account, field data with a key. */
function availableSources({
  hasLiveSource,
  hasFieldData,
}: Readonly<Record<'hasLiveSource' | 'hasFieldData', boolean>>): ReadonlySet<SourceClass> {
  const always: readonly SourceClass[] = [
    'crawl',
    'search_index',
    'backlink_index',
    'modeled',
    'webmaster_console',
    'web_graph',
    'popularity_list',
  ];
  return new Set<SourceClass>([
    ...(hasLiveSource ? (['live_serp', 'ai_answer'] as const) : []),
    ...always,
    ...(hasFieldData ? (['field_data'] as const) : []),
  ]);
}
