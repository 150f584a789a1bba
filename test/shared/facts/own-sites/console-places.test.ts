import { searchTypeOfArchive, siteOfArchive } from '#shared/facts/imports/console-columns.ts';
import { countryIso, countryName } from '#shared/facts/own-sites/console-places.ts';

describe('a country of an export', () => {
  it.each([
    ['Germany', ['Germany', 'Deutschland', 'Allemagne', 'deu', 'DE', 'ドイツ']],
    ['Russia', ['Russland', 'Russian Federation', 'Rusia', 'rus']],
    ['Hong Kong', ['Hongkong', 'Hong-Kong', 'hkg']],
    ['Czechia', ['Czech Republic', 'République tchèque', 'Tschechien', 'cze']],
    ['St. Kitts & Nevis', ['St. Kitts & Nevis', 'Saint Kitts and Nevis']],
    ['Tanzania', ['Tanzania, United Republic of', 'Tansania', 'tza']],
    ['Solomon Islands', ['Solomon (Îles)', 'Salomon (Îles)', 'slb']],
    ['U.S. Virgin Islands', ['US Virgin Islands', 'Virgin Islands (U.S.)', 'Îles Vierges américaines']],
    ['British Virgin Islands', ['Virgin Islands (British)', 'vgb']],
    ['Turks & Caicos Islands', ['Îles Turks-et-Caïcos', 'Turks and Caicos Islands']],
    ['India', ['La India', 'Inde']],
    ['Iceland', ['Island', 'isl']],
    ['Netherlands', ['The Netherlands', 'Pays-Bas']],
    ['Unknown Region', ['Unbekannte Region', 'zzz']],
  ])('is %s under each of its names', (name, written) => {
    expect(new Set(written.map(countryName))).toEqual(new Set([name]));
  });

  it('is none where the text is something else', () => {
    for (const text of ['green tea', 'EU', '', '123']) expect(countryIso(text)).toBeUndefined();
    expect(countryName('green tea')).toBe('green tea');
  });
});

describe('the name of an archive', () => {
  it('tells the site and the report', () => {
    const name = 'https___shop.example_-Performance-on-Google-News-2026-11-01.zip';
    expect(siteOfArchive(name)).toBe('shop.example');
    expect(searchTypeOfArchive(name)).toBe('googleNews');
    expect(searchTypeOfArchive('shop.example-Performance-on-Search-2026-11-01.zip')).toBeUndefined();
  });
});
