import fc from 'fast-check';
import { measuresOf } from '../../dashboard/src/charts/history-measures.ts';
import { margin, placesFor } from '../../dashboard/src/charts/line-places.ts';

const named = (tool: string, answers: readonly unknown[], name: string) =>
  measuresOf(tool, answers).find((measure) => measure.name === name);

describe('what is drawn of answers over time', () => {
  const row = (keyword: string, status: string, position: number | null) => ({ keyword, status, position });

  it('tells a keyword that was not found from one that was not looked up', () => {
    const answers = [
      { positions: [row('tea', 'ranked', 4), row('cups', 'ranked', 9)] },
      { positions: [row('tea', 'not_in_top_n', null), row('cups', 'not_checked', null)] },
      { positions: [row('tea', 'ranked', 3)] },
    ];
    expect(named('inspect_search_visibility', answers, 'Positions')).toEqual({
      name: 'Positions',
      isPosition: true,
      absent: 'not ranked',
      series: [
        { name: 'tea', values: [4, null, 3] },
        { name: 'cups', values: [9, undefined, undefined] },
      ],
    });
  });

  it('takes the best result of a domain in a listing, and knows which listing it is not in', () => {
    const answers = [
      {
        organic: [
          { domain: 'a.example', position: 2 },
          { domain: 'a.example', position: 5 },
        ],
      },
      { organic: [{ domain: 'b.example', position: 1 }] },
      { organic: [] },
    ];
    expect(named('inspect_serp', answers, 'Positions by domain')?.series).toEqual([
      { name: 'b.example', values: [null, 1, undefined] },
      { name: 'a.example', values: [2, null, undefined] },
    ]);
  });

  it('draws the score of an audit before its other figures, each once', () => {
    const audit = { pages_audited: 9, onpage_score: 88, issues_summary: { high: 2, low: 3 } };
    const [figures] = measuresOf('audit_site', [audit, { ...audit, onpage_score: 91 }]);
    expect(figures?.series).toEqual([
      { name: 'Onpage score', values: [88, 91] },
      { name: 'Pages audited', values: [9, 9] },
      { name: 'Issues summary · high', values: [2, 2] },
      { name: 'Issues summary · low', values: [3, 3] },
    ]);
  });

  it('has a value or a gap for every answer, of whatever the answers are', () => {
    fc.assert(
      fc.property(fc.array(fc.anything(), { maxLength: 5 }), (answers) => {
        for (const { series } of measuresOf('inspect_domain', answers))
          for (const { values } of series) expect(values).toHaveLength(answers.length);
      }),
    );
  });
});

describe('the axis of a drawing', () => {
  const size = { width: 800, height: 280, momentText: String, absent: undefined };
  const drawn = (values: readonly number[], isPosition: boolean) => {
    const line = { name: 'line', color: 'red', text: String, values, isPosition };
    const places = placesFor({ ...size, moments: values.map((_, index) => index), lines: [line] });
    return { places, line, ticks: places.axes[0]?.ticks ?? [] };
  };

  it('holds every value within the drawing, in ascending ticks', () => {
    const value = fc
      .double({ min: -1e9, max: 1e9, noNaN: true })
      .map((number) => Math.round(number * 100) / 100);
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 60 }), (values) => {
        const { places, line, ticks } = drawn(values, false);
        const heights = values.map((one) => places.y(line, one));
        expect(Math.min(...heights)).toBeGreaterThanOrEqual(margin.top - 0.1);
        expect(Math.max(...heights)).toBeLessThanOrEqual(places.bottom + 0.1);
        expect(ticks.length).toBeGreaterThan(1);
        expect(ticks.length).toBeLessThanOrEqual(8);
        expect(ticks).toEqual(ticks.toSorted((a, b) => a - b));
      }),
    );
  });

  it('begins positions at 1 on top and reaches the worst of them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 60 }),
        (positions) => {
          const { places, line, ticks } = drawn(positions, true);
          expect(places.y(line, 1)).toBe(margin.top);
          expect(places.y(line, Math.max(10, ...positions))).toBe(places.bottom);
          expect(ticks[0]).toBe(1);
        },
      ),
    );
  });

  it('draws nothing where a value is not known', () => {
    const values = [1, 2, undefined, 4, null, 6];
    const line = { name: 'line', color: 'red', text: String, values };
    const places = placesFor({ ...size, moments: [0, 1, 2, 3, 4, 5], lines: [line] });
    expect(places.path(line, values).split('M')).toHaveLength(4);
  });
});
