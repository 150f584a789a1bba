import type { EndpointContract } from '#shared/contract/endpoint.ts';
import { closedSchema, publishedSchema } from '#shared/contract/json-schema.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import { dataSchema, endpointAnswerSchema, envelopeSchema, problemSchema } from './answer-schemas.ts';
import { type NamedRoot, type NamedSchemas, nameSchemas, pascalCase, type Schema } from './named-schemas.ts';

/** What several operations share, by the name that its first place would have given it. */
const sharedNames: Readonly<Record<string, string>> = {
  RecordSiteChangeEffectClicks: 'MeasuredEffect',
  RecordSiteChangeEffect: 'ChangeEffect',
  RecordSiteChangeAnswer: 'SiteChange',
  InspectSearchPerformancePeriodComparedWith: 'ComparedPeriod',
  InspectSearchPerformancePeriodTotals: 'SearchTotals',
  InspectSearchPerformancePeriodWithheld: 'WithheldCounts',
  InspectDomainTopKeywordOwn: 'OwnFigures',
  InspectDomainOwnScopePeriod: 'ScopePeriod',
  InspectDomainOwnScopeFilter: 'ScopeFilter',
  InspectDomainOwnScope: 'SiteScope',
  InspectDomainAuthorityWebGraph: 'WebGraphAuthority',
  InspectDomainAuthorityWebGraphTrend: 'WebGraphPlace',
  InspectDomainTopKeyword: 'KeywordAt',
  InspectDomainOwnBrand: 'Brand',
  InspectDomainOwnClickCurve: 'ClickCurve',
  InspectDomainOwnOpportunitiesBestNextCall: 'NextCall',
  InspectDomainLikelyCompetitor: 'Competitor',
  ResearchKeywordsKeywordTrend: 'MonthVolume',
  InspectSerpOrganic: 'OrganicResult',
  ListApiCredentialsRowPreviousKey: 'PreviousKey',
  ListApiCredentialsRowRateLimits: 'RateLimits',
  ListApiCredentialsRow: 'ApiCredential',
  CreateApiCredentialInputRateLimits: 'RateLimitsInput',
  ShareAnswerShare: 'Share',
  ShareAnswerAnswer: 'NewLink',
  ListRulesRowSettings: 'RuleSettings',
  ListRulesRow: 'Rule',
  ListImportsSite: 'OwnSiteEntry',
  CreateTrackerInputSchedule: 'TrackerTimes',
  CreateTrackerLast: 'LastAsking',
  CreateTrackerRank: 'WatchedRanks',
  CreateTrackerRankMarket: 'RankMarket',
  CreateTrackerInputKeyword: 'RankKeywordInput',
  CreateTrackerInputMarket: 'RankMarketInput',
  GetRanksRival: 'RivalShare',
  GetSearchConsolePropertyFinds: 'SearchConsoleFinds',
  GetSearchConsolePropertyRefused: 'SearchConsoleRefusal',
  GetSearchConsoleProperty: 'SearchConsoleProperty',
  GetSearchConsoleAnswer: 'SearchConsole',
  CreateTrackerSchedule: 'TrackerSchedule',
  CreateTrackerAnswer: 'Tracker',
  RemoveTrackerAnswer: 'Removed',
  ListEventsEvent: 'Event',
  AddDestinationDestination: 'Destination',
  ListDeliveriesRow: 'Delivery',
  ListDeliveriesRowTry: 'DeliveryTry',
  CreateUploadInputColumn: 'NamedColumn',
  CreateUploadUploadFile: 'UploadFile',
  CreateUploadUploadProgress: 'UploadProgress',
  CreateUploadUploadReportSkipped: 'SkippedRow',
  CreateUploadUploadReportLeftOut: 'LeftOutRow',
  CreateUploadUploadReportProblem: 'RowProblem',
  CreateUploadUploadReportUnknownColumn: 'UnknownColumn',
  CreateUploadUploadReport: 'UploadReport',
  CreateUploadUpload: 'Upload',
  CrawlSiteCredits: 'CrawlCredits',
  CrawlSiteResult: 'CrawlResult',
  CrawlSiteResultBeside: 'CrawlBeside',
  CrawlSiteResultSitemap: 'ReadSitemaps',
  CrawlSiteResultIssuesSummary: 'SeverityCounts',
  CrawlSiteResultRecommendation: 'CrawlRecommendation',
  CrawlSiteResultList: 'CrawlList',
  CrawlSiteResultChanges: 'CrawlChanges',
  AuditSiteFieldVitalsOriginAll: 'DeviceVitals',
  AuditSiteFieldVitalsOrigin: 'OriginVitals',
  AuditSiteFieldVitalsHomePage: 'PageVitals',
  AuditSiteFieldVitals: 'FieldVitals',
  CrawlSiteData: 'Crawl',
  ListConnectionsRow: 'Connection',
};

export const inputOf = (operation: string) => `${pascalCase(operation)}Input`;
export const answerOf = (operation: string) => `${pascalCase(operation)}Answer`;
const dataOf = (operation: string) => `${pascalCase(operation)}Data`;
const rowOf = (operation: string) => `${pascalCase(operation)}Row`;

interface Contracts {
  readonly tools: readonly ToolContract[];
  readonly endpoints: readonly EndpointContract[];
}

/** The schemas of all requests and answers, each object under a name; `references` has those of `inputOf` and `answerOf`. */
export function documentSchemas({ tools, endpoints }: Contracts): NamedSchemas {
  const { schemas, references } = nameSchemas(
    [
      { name: 'Problem', prefix: 'Problem', schema: problemSchema },
      { name: 'Envelope', prefix: '', schema: envelopeSchema },
      ...tools.flatMap(toolRoots),
      ...endpoints.flatMap(endpointRoots),
    ],
    (first) => sharedNames[first],
  );
  const answers = tools.map(({ name }) => [answerOf(name), envelopeWith(references[dataOf(name)])]);
  const listed = endpoints.map(({ name }) => [
    answerOf(name),
    references[answerOf(name)] ?? references[rowOf(name)],
  ]);
  return { schemas, references: { ...references, ...Object.fromEntries([...answers, ...listed]) } };
}

function toolRoots(tool: ToolContract): NamedRoot[] {
  return [
    inputRoot(tool.name, publishedSchema(tool.input)),
    answerRoot(tool.name, dataOf(tool.name), dataSchema(tool)),
  ];
}

function endpointRoots(endpoint: EndpointContract): NamedRoot[] {
  const answer = endpointAnswerSchema(endpoint);
  const name = answer.items === undefined ? answerOf(endpoint.name) : rowOf(endpoint.name);
  return [
    ...(endpoint.body ? [inputRoot(endpoint.name, closedSchema(endpoint.body))] : []),
    answerRoot(endpoint.name, name, answer),
  ];
}

function inputRoot(operation: string, schema: ReturnType<typeof publishedSchema>): NamedRoot {
  const name = inputOf(operation);
  return { name, prefix: name, schema: { ...schema } };
}

const answerRoot = (operation: string, name: string, schema: Schema): NamedRoot => ({
  ...{ name, prefix: pascalCase(operation), schema },
});

/** The answer of a tool: the envelope, with its own `data`. */
function envelopeWith(data: Schema | undefined): Schema {
  const properties = { data: { ...data, description: 'What the tool found.' } };
  return {
    allOf: [{ $ref: '#/components/schemas/Envelope' }, { type: 'object', properties, required: ['data'] }],
  };
}
