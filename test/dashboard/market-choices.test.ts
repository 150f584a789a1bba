import { countries, languages } from '#shared/facts/markets/markets.ts';
import { fittingChoices } from '../../dashboard/src/pages/explorer/market-choices.ts';

const places = countries.map(({ iso, name }) => ({ value: iso, label: name }));
const tongues = languages.map(({ code, name }) => ({ value: code, label: name }));
const firstOf = (typed: string, choices = places) => fittingChoices(choices, typed)[0]?.label;

describe('the market a person types', () => {
  it.each([
    ['ger', 'Germany'],
    ['DE', 'Germany'],
    ['uk', 'United Kingdom'],
    ['ukr', 'Ukraine'],
    ['usa', 'United States'],
    ['COTE', "Cote d'Ivoire"],
    ['emirates', 'United Arab Emirates'],
  ])('as “%s” is %s', (typed, name) => {
    expect(firstOf(typed)).toBe(name);
  });

  it.each([
    ['pt-br', 'Portuguese (Brazil)'],
    ['bokmal', 'Norwegian (Bokmål)'],
    ['brazil', 'Portuguese (Brazil)'],
  ])('as “%s” is %s', (typed, name) => {
    expect(firstOf(typed, tongues)).toBe(name);
  });

  it('may be changed for any other, and a place within a country is left as it is', () => {
    expect(fittingChoices(places, 'germany')).toHaveLength(places.length);
    expect(firstOf('germany')).toBe('Germany');
    expect(fittingChoices(places, '')).toHaveLength(places.length);
    expect(fittingChoices(places, 'Austin,Texas,United States')).toEqual([]);
  });
});
