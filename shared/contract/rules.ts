import * as v from 'valibot';
import { rankReasons, siteMetrics } from '#shared/contract/rule-choices.ts';
import { type EventType, eventTypes } from './events.ts';
import { told } from './fields.ts';

/** The least change in percent below which no chance is small enough. */
const leastPercent = 15;

const whole = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
const listOf = <const Name extends readonly string[]>(names: Name) =>
  v.pipe(v.array(v.picklist(names)), v.minLength(1), v.maxLength(names.length));

/** Each belongs to the type that its text names. */
const settings = v.strictObject({
  places: told(
    whole(1, 100),
    'Of `rank.changed`: places by which a keyword must move to be reported at once.',
  ),
  reasons: told(listOf(rankReasons), 'Of `rank.changed`: which changes are reported.'),
  metrics: told(
    listOf(siteMetrics),
    'Of `site.changed`: what is watched; with two, each must lie further off its range.',
  ),
  least_change: told(
    whole(leastPercent, 95),
    'Of `site.changed`: smallest change that is reported, in percent.',
  ),
  percent: told(whole(50, 99), 'Of `limit.near`: percent of a credit limit from which its use is reported.'),
  severity: told(
    v.picklist(['high', 'medium']),
    'Of `audit.finding`: the lowest severity of a new finding that is reported.',
  ),
});
export type WholeSettings = v.InferOutput<typeof settings>;
type SettingName = keyof WholeSettings;

/** What the rule of one type has beside on and off. */
export const ruleSettings = v.partial(settings);

/** Types whose rules have settings; those of others are on or off. */
export const settingsOfType: Readonly<Partial<Record<EventType, readonly SettingName[]>>> = {
  'rank.changed': ['places', 'reasons'],
  'site.changed': ['metrics', 'least_change'],
  'limit.near': ['percent'],
  'audit.finding': ['severity'],
};

/** Quiet: what these tell of is seldom chance. */
export const defaultSettings: WholeSettings = {
  places: 5,
  reasons: [...rankReasons],
  metrics: ['clicks'],
  least_change: 20,
  percent: 80,
  severity: 'high',
};

export const ruleRecord = v.object({
  id: told(v.string(), 'Id of the rule, `rule_…`.'),
  type: told(v.picklist(eventTypes), 'Type of events that it is about.'),
  subject: told(
    v.nullable(v.string()),
    'The tracker or site that it is about; null for all without a rule of their own.',
  ),
  is_on: told(v.boolean(), 'Whether events of the type are written.'),
  is_default: told(v.boolean(), 'Whether nobody has changed it.'),
  settings: told(ruleSettings, 'Its settings; empty where there are none.'),
});
export type RuleRecord = v.InferOutput<typeof ruleRecord>;

/** Rules that an account may have set. */
export const ruleLimit = 300;
