import { nameTeller } from '#shared/facts/own-sites/name-teller.ts';
import { findNames } from '#shared/facts/own-sites/site-names.ts';

const seen = (query: string, clicks: number, impressions: number, position: number) => ({
  query,
  clicks,
  impressions,
  position,
});

describe('queries that name the site', () => {
  const seenOf511 = [seen('5.11', 9_127, 33_849, 1.42), seen('tactical', 10, 90_000, 8.1)];
  const found = findNames('511tactical.com', '511tactical.com', seenOf511);
  const { isOwn: isBrand } = nameTeller(found);
  it.each([
    '511 tactical',
    '5.11 tactical pants',
    '511tactical.com',
    '5.11 boots',
    '511 tacticl',
    '511 tactcial',
  ])('are told by the name in them: %s', (query) => expect(isBrand(query)).toBe(true));
  it.each(['tactical', 'tactical pants', 'black boots', '1511 rifle'])(
    'are not taken for others: %s',
    (query) => expect(isBrand(query)).toBe(false),
  );

  const namesOf = (domain: string, rows: readonly ReturnType<typeof seen>[]) =>
    findNames(domain, domain, rows);

  it('are found by a beginning of the domain that is clicked as only names are, misspelt too', () => {
    const names = namesOf('michelinman.com', [
      seen('michelin', 32_857, 642_834, 5.7),
      seen('michelin tires', 54_833, 345_693, 1.5),
      seen('tire rotation', 70, 273_542, 8.7),
      seen('all season tires', 253, 43_944, 11.6),
    ]);
    expect(names.own_names).toEqual(['michelinman', 'michelin']);
    const teller = nameTeller(names);
    for (const query of [
      'michelin',
      'michellin tires',
      'mishelin',
      'michlen',
      'tyres Michelin 2024',
      'www.michelinman.com',
    ])
      expect([query, teller.isOwn(query)]).toEqual([query, true]);
    expect(teller.isOwn('tire rotation')).toBe(false);
  });

  it('are found by an end of the domain that stands alone and first in its few queries', () => {
    const others = Array.from({ length: 200 }, (_, at) => seen(`office ${at} london`, 2, 900, 9));
    const short = ['argyll', 'argyll virtual office', 'argyll news'].map((query) => seen(query, 1, 300, 4));
    expect(namesOf('workargyll.com', [...short, ...others]).own_names).toEqual(['workargyll', 'argyll']);
    const depots = ['home depot', 'depot', 'office depot'].map((query) => seen(query, 1, 300, 9));
    expect(namesOf('awningdepot.co.uk', [...depots, ...others]).own_names).toEqual(['awningdepot']);
  });

  it('are found by what the domain is the initials of', () => {
    const names = namesOf('uagc.edu', [
      seen('university of arizona global campus', 444, 105_547, 3.6),
      seen('child development degree', 78, 13_042, 19.9),
    ]);
    expect(names.own_names).toContain('university of arizona global campus');
    expect(nameTeller(names).isOwn('arizona global campus degrees')).toBe(true);
    expect(nameTeller(names).isOwn('university of phoenix')).toBe(false);
  });

  it('are found by a beginning that mostly goes on with the rest of the name', () => {
    const cities = [
      'bandung',
      'bogor',
      'medan',
      'bali',
      'jogja',
      'depok',
      'malang',
      'solo',
      'batam',
      'kediri',
    ];
    const whole = cities.map((city) => seen(`tjm auto care ${city}`, 4, 80, 2));
    const names = namesOf('tjmautocare.id', [...whole, seen('tjm medan', 1, 90, 4), seen('tjm', 2, 90, 3)]);
    expect(nameTeller(names).isOwn('tjm surabaya')).toBe(true);
  });

  it('are not found by a word of a site that is hardly clicked at all', () => {
    const names = namesOf('awningdepot.co.uk', [
      seen('awning depot', 17, 1_747, 2.9),
      seen('awning essex', 36, 172_058, 21),
      seen('patio covers', 0, 42_135, 40),
    ]);
    expect(names.own_names).toEqual(['awningdepot']);
  });

  it('are not found by a common word that the domain begins with', () => {
    const names = namesOf('bestboots.com', [
      seen('best winter boots', 500, 1_000, 1.1),
      seen('boots', 10, 90_000, 9),
    ]);
    expect(names.own_names).toEqual(['bestboots']);
  });

  it('are found misspelt by what stands beside a short name, and joined with it', () => {
    const beside = ['mobile', 'login', 'admin', 'security'];
    const names = namesOf('duo.com', [
      ...beside.flatMap((word) => [
        seen(`duo ${word}`, 3_000, 10_000, 1.2),
        seen(`dou ${word}`, 200, 1_000, 1.8),
      ]),
      seen('duosec', 80, 400, 1.1),
      seen('two factor authentication', 400, 300_000, 6.5),
      ...['2fa.com', '2fa', '2fa code', '2fa app', '2fa login'].map((query) => seen(query, 90, 30_000, 7)),
    ]);
    expect(names).toEqual({ own_names: ['duo', 'dou', 'duosec'], other_names: [] });
  });

  it('name others where a well-known name is shown and hardly clicked, and not where the site sells it', () => {
    const lost = [seen('lululemon', 1, 40_000, 9), seen('tactical pants', 400, 10_000, 3)];
    const sold = [seen('nike socks', 900, 10_000, 2), seen('socks', 400, 10_000, 3)];
    expect(namesOf('shop.example', lost).other_names).toEqual(['lululemon']);
    expect(namesOf('shop.example', sold).other_names).toEqual([]);
    const blog = [
      seen('thehomeowl ideas', 1, 40_000, 9),
      seen('home decor', 400, 10_000, 3),
      seen('thermostat', 1, 40_000, 9),
    ];
    expect(namesOf('shop.example', blog).other_names).toEqual(['thehomeowl']);
  });
});
