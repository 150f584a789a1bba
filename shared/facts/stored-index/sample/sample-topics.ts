/** One industry of the sample market. Names are made up; every site is under the reserved `.example`. */
export interface SampleTopic {
  readonly name: string;
  /** Searches a month of the largest keyword in the United States. */
  readonly headVolume: number;
  /** Month (1-12) of most searches, and how much more than in the quietest. */
  readonly peakMonth: number;
  readonly swing: number;
  readonly cpc: number;
  /** Products or services, most searched first. */
  readonly subjects: readonly string[];
  readonly qualities: readonly string[];
  readonly audiences: readonly string[];
  readonly verb: string;
  /** Sites that sell, most visible first. */
  readonly shops: readonly string[];
  readonly guides: readonly string[];
  /** Whether people look for it near them. */
  readonly isLocal: boolean;
}

const list = (text: string) => text.split('|');

export const sampleTopics: readonly SampleTopic[] = [
  {
    name: 'outdoor',
    headVolume: 246_000,
    peakMonth: 5,
    swing: 0.6,
    cpc: 1.1,
    subjects: list(
      'running shoes|trail running shoes|hiking boots|rain jacket|hiking backpack|camping tent|sleeping bag|trekking poles',
    ),
    qualities: list('lightweight|waterproof'),
    audiences: list('beginners|women'),
    verb: 'clean',
    shops: list('trailpeak|summitgear|northfell|ridgeline-outfitters|pinecrest-sports|everyday-hiker'),
    guides: list('the-trail-journal|gearbench|mileposts'),
    isLocal: false,
  },
  {
    name: 'coffee',
    headVolume: 110_000,
    peakMonth: 12,
    swing: 0.5,
    cpc: 1.4,
    subjects: list(
      'espresso machine|coffee grinder|burr coffee grinder|pour over coffee maker|french press|coffee beans|milk frother|gooseneck kettle',
    ),
    qualities: list('manual|electric'),
    audiences: list('espresso|home'),
    verb: 'clean',
    shops: list('grindhaus|beanworks|crema-supply|morning-kettle|roastline|tamper-and-co'),
    guides: list('brewnotes|the-daily-cup|coffee-bench'),
    isLocal: false,
  },
  {
    name: 'garden',
    headVolume: 90_500,
    peakMonth: 4,
    swing: 1.4,
    cpc: 0.9,
    subjects: list(
      'raised garden bed|lawn mower|greenhouse|garden hose|potting soil|compost bin|hedge trimmer|tomato plants',
    ),
    qualities: list('cordless|small'),
    audiences: list('small gardens|vegetables'),
    verb: 'use',
    shops: list('greenacre|potting-shed|rowan-and-root|hedgerow-tools|sunplot|fernhill'),
    guides: list('garden-almanac|soil-and-seed|weekend-grower'),
    isLocal: false,
  },
  {
    name: 'pets',
    headVolume: 135_000,
    peakMonth: 1,
    swing: 0.2,
    cpc: 1.8,
    subjects: list(
      'dog food|cat litter|dog bed|dog harness|cat tree|puppy training pads|dog crate|automatic cat feeder',
    ),
    qualities: list('large|grain free'),
    audiences: list('puppies|senior dogs'),
    verb: 'choose',
    shops: list('pawsome-pantry|whisker-works|fetchwell|kindly-kennel|tailside|aquaria-house'),
    guides: list('vet-notes|the-pet-page|pack-life'),
    isLocal: false,
  },
  {
    name: 'kitchen',
    headVolume: 165_000,
    peakMonth: 11,
    swing: 0.7,
    cpc: 0.8,
    subjects: list(
      'air fryer|cast iron skillet|chef knife|stand mixer|rice cooker|dutch oven|knife sharpener|food processor',
    ),
    qualities: list('nonstick|compact'),
    audiences: list('two people|baking'),
    verb: 'season',
    shops: list('panworks|hearthware|copper-and-oak|mise-shop|supper-supply|ladle-lane'),
    guides: list('kitchen-lab|weeknight-table|the-test-pan'),
    isLocal: false,
  },
  {
    name: 'fitness',
    headVolume: 201_000,
    peakMonth: 1,
    swing: 1.1,
    cpc: 1.6,
    subjects: list(
      'treadmill|adjustable dumbbells|yoga mat|exercise bike|resistance bands|rowing machine|protein powder|foam roller',
    ),
    qualities: list('folding|heavy'),
    audiences: list('home|seniors'),
    verb: 'use',
    shops: list('ironhall|stride-studio|flexbarn|repwell|corehouse|pulse-and-plate'),
    guides: list('training-log|form-first|the-lift-letter'),
    isLocal: false,
  },
  {
    name: 'home services',
    headVolume: 74_000,
    peakMonth: 7,
    swing: 0.4,
    cpc: 14,
    subjects: list(
      'water heater repair|drain cleaning|roof repair|house cleaning|ac installation|pest control|garage door repair|window replacement',
    ),
    qualities: list('emergency|affordable'),
    audiences: list('apartments|old houses'),
    verb: 'schedule',
    shops: list('fixright-home|harbor-plumbing|blue-ladder|truecurrent|homeside-pros|clearpane'),
    guides: list('house-manual|repair-costs|the-handy-page'),
    isLocal: true,
  },
  {
    name: 'software',
    headVolume: 60_500,
    peakMonth: 9,
    swing: 0.2,
    cpc: 11,
    subjects: list(
      'project management software|invoice software|time tracking app|password manager|email marketing software|crm|online whiteboard|accounting software',
    ),
    qualities: list('free|open source'),
    audiences: list('small business|freelancers'),
    verb: 'set up',
    shops: list('taskharbor|ledgerleaf|clockwell|vaultkey|mailmeadow|pipelane'),
    guides: list('software-compass|stack-review|the-saas-desk'),
    isLocal: false,
  },
];

/** Sites that rank a little for everything: stand-ins of an encyclopedia, a video site and a marketplace. */
export const sampleGiants: readonly string[] = ['openlexicon', 'clipstream', 'everymart'];

/** Words that differ between the two countries of the sample market. */
export const britishWords: readonly (readonly [american: string, british: string])[] = [
  ['headlamp', 'head torch'],
  ['rain jacket', 'waterproof jacket'],
  ['yard', 'garden'],
  ['apartments', 'flats'],
  ['skillet', 'frying pan'],
  ['garbage', 'rubbish'],
  ['gas stove', 'hob'],
  ['vacation', 'holiday'],
];

/** Numbers that look random and are the same in every run (mulberry32). */
export interface SeededRandom {
  /** 0 ≤ value < 1. */
  share(): number;
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<Row>(rows: readonly [Row, ...Row[]]): Row;
}

export function createSeededRandom(seed: string): SeededRandom {
  let state = hashOf(seed);
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    share,
    between: (min, max) => min + Math.floor(share() * (max - min + 1)),
    chance: (probability) => share() < probability,
    pick: (rows) => rows[Math.floor(share() * rows.length)] ?? rows[0],
  };
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
