import { sampleSource } from '../items/index-items.ts';
import type { StoredMetrics } from '../items/keyword-state.ts';
import {
  britishWords,
  createSeededRandom,
  type SampleTopic,
  type SeededRandom,
  sampleTopics,
} from './sample-topics.ts';

/** What kind of page answers a keyword best; steers which sites rank. */
type Purpose = 'buy' | 'compare' | 'learn' | 'local' | 'brand';

export interface SampleKeyword {
  readonly keyword: string;
  readonly topic: SampleTopic;
  readonly subject: string;
  readonly purpose: Purpose;
  readonly brand: string | undefined;
  readonly metrics: StoredMetrics;
}

/** When the sample market was seen: fixed, so that it is the same in every run. */
export const sampleSeenAt = Date.UTC(2026, 10, 2, 6) / 1000;
const trendStart = '2025-11';
const trendStartMonth = 11;

/** The steps to which Google rounds monthly searches. */
const volumeLadder = [
  10, 20, 30, 40, 50, 70, 90, 110, 140, 170, 210, 260, 320, 390, 480, 590, 720, 880, 1_000, 1_300, 1_600,
  1_900, 2_400, 2_900, 3_600, 4_400, 5_400, 6_600, 8_100, 9_900, 12_100, 14_800, 18_100, 22_200, 27_100,
  33_100, 40_500, 49_500, 60_500, 74_000, 90_500, 110_000, 135_000, 165_000, 201_000, 246_000, 301_000,
];

/** Patterns with the share of the subject's own searches that they get. */
const patterns: readonly (readonly [pattern: string, purpose: Purpose, share: number])[] = [
  ['{s}', 'buy', 1],
  ['best {s}', 'compare', 0.45],
  ['{s} reviews', 'compare', 0.08],
  ['{q} {s}', 'buy', 0.2],
  ['{s} for {a}', 'compare', 0.14],
  ['how to {v} {s}', 'learn', 0.06],
  ['what is the best {s} for {a}', 'compare', 0.02],
  ['{s} price', 'buy', 0.05],
  ['cheap {s}', 'buy', 0.11],
  ['{s} sale', 'buy', 0.09],
  ['{s} vs {o}', 'compare', 0.03],
  ['{s} guide', 'learn', 0.025],
];
const localPatterns: readonly (readonly [string, Purpose, number])[] = [
  ['{s} near me', 'local', 0.6],
  ['{s} cost', 'buy', 0.15],
];
/** Twins in the singular have the same metrics, as providers report them. */
const twinChance = 0.25;

/** Every keyword of a country's sample market with its metrics; `scale` is its size against the United States. */
export function sampleKeywords(country: string, scale: number): readonly SampleKeyword[] {
  const random = createSeededRandom(`keywords ${country}`);
  const all = sampleTopics.flatMap((topic) => [
    ...subjectKeywords(topic, scale, random),
    ...brandKeywords(topic, scale, random),
  ]);
  const spelled = country === 'GB' ? all.map(inBritish) : all;
  return [...new Map(spelled.map((row) => [row.keyword, row])).values()];
}

function subjectKeywords(topic: SampleTopic, scale: number, random: SeededRandom): SampleKeyword[] {
  return topic.subjects.flatMap((subject, index) => {
    const head = (topic.headVolume * scale) / (index + 1) ** 0.9;
    const other = topic.subjects[(index + 1) % topic.subjects.length] ?? subject;
    const rows = [...patterns, ...(topic.isLocal ? localPatterns : [])];
    return rows.flatMap(([pattern, purpose, share]) => {
      return wordings(pattern, topic, subject, other, random).flatMap((keyword, place) => {
        const wanted = (head * share * (0.6 + random.share() * 0.8)) / (place + 1);
        const row = { keyword, topic, subject, purpose, brand: undefined };
        return withTwin({ ...row, metrics: metricsOf(topic, wanted, purpose, random) }, random);
      });
    });
  });
}

/** A pattern filled in: once for each quality or audience it speaks of. */
function wordings(
  pattern: string,
  topic: SampleTopic,
  subject: string,
  other: string,
  random: SeededRandom,
): string[] {
  const filled = pattern.replace('{s}', subject).replace('{o}', other).replace('{v}', topic.verb);
  if (filled.includes('{q}')) return topic.qualities.map((quality) => filled.replace('{q}', quality));
  if (!filled.includes('{a}')) return [filled];
  const audiences = filled.startsWith('what')
    ? [topic.audiences[random.between(0, 1)] ?? 'home']
    : topic.audiences;
  return audiences.map((audience) => filled.replace('{a}', audience));
}

function brandKeywords(topic: SampleTopic, scale: number, random: SeededRandom): SampleKeyword[] {
  return topic.shops.flatMap((shop, index) => {
    const name = shop.replaceAll('-', ' ');
    const head = (topic.headVolume * scale * 0.08) / (index + 1);
    return [name, `${name} ${topic.subjects[0] ?? ''}`, `${name} reviews`].map((keyword, place) => ({
      keyword,
      topic,
      subject: topic.subjects[0] ?? '',
      purpose: 'brand' as const,
      brand: shop,
      metrics: metricsOf(topic, head / (place * 4 + 1), 'brand', random),
    }));
  });
}

/** Sometimes the same words in the singular, with the same metrics. */
function withTwin(row: SampleKeyword, random: SeededRandom): SampleKeyword[] {
  const { keyword } = row;
  const isTwinned = row.purpose === 'compare' && random.chance(twinChance) && keyword.endsWith('s');
  return isTwinned && !keyword.endsWith('ss') ? [row, { ...row, keyword: keyword.slice(0, -1) }] : [row];
}

function metricsOf(
  topic: SampleTopic,
  wanted: number,
  purpose: Purpose,
  random: SeededRandom,
): StoredMetrics {
  const volume = onLadder(wanted);
  const factor = { buy: 1.2, compare: 1, learn: 0.3, local: 1.5, brand: 0.4 }[purpose];
  const knowsCpc = !random.chance(1 / 3);
  const competition = Math.min(1, Math.max(0, factor * 0.6 + random.share() * 0.5 - 0.2));
  const difficulty = Math.round(Math.min(95, 8 * Math.log10(volume + 10) + random.share() * 35));
  return {
    volume,
    cpc: knowsCpc ? Math.round(topic.cpc * factor * (0.5 + random.share()) * 100) / 100 : null,
    level: knowsCpc ? levelOf(competition) : null,
    difficulty: random.chance(0.8) ? difficulty : null,
    intent: null,
    trend: seasons(topic, volume, random),
    trendStart,
    at: sampleSeenAt,
    source: sampleSource,
  };
}

/** Google Ads' own thirds of the competition index. */
function levelOf(competition: number): 'low' | 'medium' | 'high' {
  if (competition < 1 / 3) return 'low';
  return competition < 2 / 3 ? 'medium' : 'high';
}

/** Twelve months around the yearly mean, highest in the topic's peak month. */
function seasons(topic: SampleTopic, volume: number, random: SeededRandom): number[] {
  return Array.from({ length: 12 }, (_, index) => {
    const month = ((trendStartMonth - 1 + index) % 12) + 1;
    const wave = Math.cos(((month - topic.peakMonth) / 12) * 2 * Math.PI);
    return onLadder(volume * (1 + (topic.swing / 2) * wave + (random.share() - 0.5) * 0.1));
  });
}

function onLadder(wanted: number): number {
  return volumeLadder.findLast((step) => step <= Math.max(10, wanted)) ?? 10;
}

function inBritish(row: SampleKeyword): SampleKeyword {
  const keyword = britishWords.reduce(
    (text, [american, british]) => text.replace(american, british),
    row.keyword,
  );
  return { ...row, keyword };
}
