import { ok, refused, type TaskAnswer } from './wire.ts';
import { type Link, linksTo } from './world.ts';

type Task = Readonly<Record<string, unknown>>;
type Item = Record<string, unknown>;

const ownFields: Readonly<Record<string, string>> = {
  summary: 'target include_subdomains include_indirect_links backlinks_status_type',
  referring_domains: 'target limit offset filters order_by',
  anchors: 'target limit offset filters order_by',
  backlinks: 'target mode limit offset filters order_by',
  domain_intersection: 'targets exclude_targets intersection_mode limit offset filters order_by',
};

/** Answers a task of the link database. Ranks are 0-1000 unless the task asks for 0-100. */
export function answerBacklinks(endpoint: string, task: Task): TaskAnswer {
  const fields = ownFields[endpoint];
  if (fields === undefined) return refused(40_400, 'Not Found.');
  const known = new Set(`${fields} rank_scale tag`.split(' '));
  const unknown = Object.keys(task).find((name) => !known.has(name));
  if (unknown) return refused(40_506, `Unknown Fields in POST data: '${unknown}'.`);
  if (task.target !== undefined && String(task.target).startsWith('http'))
    return refused(40_501, "Invalid Field: 'target'.");
  const scale = task.rank_scale === 'one_hundred' ? 1 : 10;
  if (endpoint === 'summary') return summary(String(task.target), scale);
  const all =
    endpoint === 'domain_intersection'
      ? intersection(task, scale)
      : rowsOf(endpoint, String(task.target), scale);
  const items = all.slice(0, Number(task.limit ?? 100));
  const result = { target: task.target ?? null, total_count: all.length, items_count: items.length, items };
  return ok(items.length === 0 ? { ...result, items: null } : result, 24_000 + 36 * items.length);
}

function counts(link: Link, scale: number): Item {
  return {
    rank: link.rank * scale,
    backlinks: link.backlinks,
    first_seen: link.firstSeen,
    lost_date: null,
    backlinks_spam_score: link.spam,
    broken_backlinks: 0,
    referring_domains: 1,
    referring_main_domains: 1,
    referring_pages: link.backlinks,
    referring_pages_nofollow: Math.floor(link.backlinks / 4),
    referring_links_attributes: null,
  };
}

function summary(target: string, scale: number): TaskAnswer {
  const links = linksTo(target);
  const backlinks = links.reduce((sum, link) => sum + link.backlinks, 0);
  const empty = { target, rank: null, backlinks: null, referring_domains: null, info: null };
  if (links.length === 0) return ok(empty, 24_036);
  const result = {
    target,
    rank: 40 * scale,
    backlinks,
    backlinks_spam_score: 7,
    broken_backlinks: 3,
    referring_domains: links.length,
    referring_main_domains: links.length,
    referring_pages: backlinks,
    referring_pages_nofollow: Math.floor(backlinks / 4),
    info: { server: null, cms: null, country: 'US', is_ip: false },
  };
  return ok(result, 24_036);
}

function rowsOf(endpoint: string, target: string, scale: number): Item[] {
  const links = linksTo(target);
  if (endpoint === 'referring_domains')
    return links.map((link) => ({
      type: 'backlinks_referring_domain',
      domain: link.from,
      ...counts(link, scale),
    }));
  if (endpoint === 'backlinks')
    return links.map((link) => ({
      type: 'backlink',
      domain_from: link.from,
      url_from: `https://${link.from}/post`,
      domain_to: target,
      url_to: `https://${target}/`,
      anchor: link.rank % 5 === 0 ? null : target.split('.')[0],
      dofollow: link.rank % 4 !== 0,
      rank: link.rank * scale,
      first_seen: link.firstSeen,
      last_seen: '2026-10-21 08:00:00 +00:00',
    }));
  const anchors = Map.groupBy(links, (link) => (link.rank % 5 === 0 ? null : pickAnchor(link, target)));
  return [...anchors]
    .map(([anchor, group]) => ({
      type: 'backlinks_anchor',
      anchor,
      ...counts(group[0] as Link, scale),
      backlinks: group.reduce((sum, link) => sum + link.backlinks, 0),
      referring_domains: group.length,
    }))
    .toSorted((a, b) => b.backlinks - a.backlinks);
}

function pickAnchor(link: Link, target: string): string {
  return link.rank % 2 === 0 ? `visit ${target}` : String(target.split('.')[0]);
}

function intersection(task: Task, scale: number): Item[] {
  const targets = Object.entries(task.targets as Record<string, string>);
  const excluded = new Set(
    ((task.exclude_targets ?? []) as string[]).flatMap((target) => linksTo(target).map(({ from }) => from)),
  );
  const sources = new Set(targets.flatMap(([, target]) => linksTo(target).map(({ from }) => from)));
  return [...sources]
    .filter((from) => !excluded.has(from))
    .map((from) => {
      const perTarget = targets.map(([number, target]) => {
        const link = linksTo(target).find((each) => each.from === from);
        const value = link
          ? { type: 'backlinks_domain_intersection', target: from, ...counts(link, scale) }
          : null;
        return [number, value] as const;
      });
      const linked = perTarget.filter(([, value]) => value !== null).length;
      return { domain_intersection: Object.fromEntries(perTarget), summary: { intersections_count: linked } };
    });
}
