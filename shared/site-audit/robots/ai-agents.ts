/** What an agent reads pages for: a search index, one question of a person, or a model's training. */
export type AgentPurpose = 'search' | 'user_fetch' | 'training';

/** An agent of a search engine or an AI service, by its product token in robots.txt. */
export interface KnownAgent {
  readonly token: string;
  readonly operator: string;
  readonly purpose: AgentPurpose;
  /** The operator's own page about it. */
  readonly source: string;
  /** Another agent's rules that it keeps where robots.txt does not name it. */
  readonly follows?: string;
  /** The operator says that it may read a page that robots.txt closes, since a person asked for it. */
  readonly mayIgnoreRobots?: true;
}

const google = 'https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers';
const openAi = 'https://developers.openai.com/api/docs/bots';
const anthropic = 'https://support.claude.com/en/articles/8896518';
const perplexity = 'https://docs.perplexity.ai/guides/bots';
const apple = 'https://support.apple.com/en-us/119829';
const amazon = 'https://developer.amazon.com/amazonbot';
const meta = 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers';
const bing = 'https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0';

/** Agents whose operators document them and say that they read robots.txt, as of November 2026. */
export const knownAgents: readonly KnownAgent[] = [
  { token: 'Googlebot', operator: 'Google', purpose: 'search', source: google },
  { token: 'Bingbot', operator: 'Microsoft', purpose: 'search', source: bing },
  { token: 'OAI-SearchBot', operator: 'OpenAI', purpose: 'search', source: openAi },
  { token: 'Claude-SearchBot', operator: 'Anthropic', purpose: 'search', source: anthropic },
  { token: 'PerplexityBot', operator: 'Perplexity', purpose: 'search', source: perplexity },
  { token: 'Applebot', operator: 'Apple', purpose: 'search', source: apple, follows: 'Googlebot' },
  { token: 'Amzn-SearchBot', operator: 'Amazon', purpose: 'search', source: amazon },
  {
    token: 'DuckAssistBot',
    operator: 'DuckDuckGo',
    purpose: 'search',
    source: 'https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot',
  },
  { token: 'Meta-WebIndexer', operator: 'Meta', purpose: 'search', source: meta },
  {
    token: 'ChatGPT-User',
    operator: 'OpenAI',
    purpose: 'user_fetch',
    source: openAi,
    mayIgnoreRobots: true,
  },
  { token: 'Claude-User', operator: 'Anthropic', purpose: 'user_fetch', source: anthropic },
  {
    token: 'Perplexity-User',
    operator: 'Perplexity',
    purpose: 'user_fetch',
    source: perplexity,
    mayIgnoreRobots: true,
  },
  {
    token: 'MistralAI-User',
    operator: 'Mistral AI',
    purpose: 'user_fetch',
    source: 'https://docs.mistral.ai/robots',
  },
  { token: 'Amzn-User', operator: 'Amazon', purpose: 'user_fetch', source: amazon },
  {
    token: 'Meta-ExternalFetcher',
    operator: 'Meta',
    purpose: 'user_fetch',
    source: meta,
    mayIgnoreRobots: true,
  },
  { token: 'GPTBot', operator: 'OpenAI', purpose: 'training', source: openAi },
  { token: 'ClaudeBot', operator: 'Anthropic', purpose: 'training', source: anthropic },
  { token: 'Google-Extended', operator: 'Google', purpose: 'training', source: google },
  { token: 'Applebot-Extended', operator: 'Apple', purpose: 'training', source: apple },
  { token: 'Meta-ExternalAgent', operator: 'Meta', purpose: 'training', source: meta },
  { token: 'Amazonbot', operator: 'Amazon', purpose: 'training', source: amazon },
  { token: 'CCBot', operator: 'Common Crawl', purpose: 'training', source: 'https://commoncrawl.org/ccbot' },
  {
    token: 'Bytespider',
    operator: 'ByteDance',
    purpose: 'training',
    source: 'https://bytespider.bytedance.com/',
  },
];
