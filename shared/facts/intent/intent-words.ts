/**
 * The vocabulary of the intent rules, by what each class means: words and pairs
 * of words that say so in any context. Names of products, places
 * and trades say nothing by themselves and are left out, but for those that
 * people search for only to call them.
 */
const phrases = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.join('|').split('|'));

/** Wanting to buy, book, download or be served now. */
export const transactional = phrases(
  'buy|price|prices|pricing|cost|cheap|cheapest|order|coupon|coupons|deal|deals|discount|discounts|discounted|sale|promo',
  'promo code|voucher|vouchers|shop|shops|store|stores|for sale|purchase|rent|rental|rentals|hire|book|booking|bookings',
  'reserve|reservation|reservations|download|install app|subscribe|subscription|quote|quotes|delivery|delivered|near me',
  'nearby|open now|same day|next day|free shipping|free trial|sign up|clearance|outlet|wholesale|bulk|installation',
  'repair service|repairs near|ticket|tickets|appointment|appointments|apply|enroll|register|financing|lease|leasing',
  'in stock|preorder|refill|refurbished|second hand|secondhand|used|installer|contractor|contractors|plumber|electrician',
  'locksmith|takeaway|takeout|registration|flights to|flights from|moving company|movers',
  'kaufen|bestellen|preis|günstig|mieten|acheter|prix|pas cher|louer|comprar|precio|alquiler|barato',
);

/** Weighing what to buy. */
export const commercial = phrases(
  'best|top|rated|ranking|rankings|ranked|rating|ratings|recommended|recommendation|recommendations|picks|tested|roundup',
  'brand|brands|under|affordable|budget|luxury|premium|professional|quality|good|great|better|better than|which|worth buying',
  'pros and cons|pros cons|most|highest|quietest|fastest|lightest|strongest|safest|lightweight|waterproof|portable|compact',
  'wireless|cordless|ergonomic|adjustable|foldable|rechargeable|insulated|breathable|durable|comfortable|heavy duty',
  'folding|inflatable|heated|automatic|nonstick|non stick|stainless steel|orthopedic|noise cancelling|noise canceling',
  'grain free|open source|energy efficient|eco friendly|hypoallergenic|gift|gifts|complaints|legit|scam|beste|testsieger|meilleur|meilleurs|mejor',
  'mejores',
);

/** Comparing, whatever else is said. */
export const comparing = phrases(
  'vs|versus|review|reviews|alternative|alternatives|compare|compared|comparison|comparisons|worth it|worth the money',
  'competitors|vergleich|erfahrungen|avis|comparatif|opiniones|comparativa',
);

/** Wanting to know or to do. */
export const informational = phrases(
  // What is asked for is an explanation, or a text to learn from.
  'guide|tutorial|tutorials|tips|advice|ideas|inspiration|meaning|definition|define|explained|explanation|example|examples',
  'sample|samples|learn|learning|lesson|lessons|basics|fundamentals|introduction|overview|summary|theory|theorem|principle',
  'principles|concept|concepts|method|methods|technique|techniques|strategy|strategies|cheat sheet|documentation|syntax',
  'comprehension|template|templates|worksheet|worksheets|checklist|quiz|essay|lyrics|quotes about|faq|diy|recipe|recipes',
  // Facts about a thing, a person or a place.
  'history|origin|origins|timeline|biography|net worth|age of|facts|statistics|stats|data|population|capital of|map of',
  'size|sizes|height|length|distance|speed of|weight of|point of|temperature|weather|climate|density|formula|equation',
  'ratio|average|percentage|symbol|symbols|anatomy|structure|parts of|function of|role of|species|habitat|lifespan|life cycle',
  'cycle|stages|phases|types|kinds|characteristics|properties|features of|difference|differences|advantages|disadvantages',
  'importance|impact|effect|effects|consequences|reasons|cause|causes|myths|language|by year|side effects|dose|dosage',
  // Health and nutrition.
  'symptom|symptoms|sign|signs|treatment|treatments|remedy|remedies|cure|prevention|diagnosis|benefit|benefits|calories',
  'nutrition|ingredients|ingredient|substitute|substitutes|diet|exercise|exercises|workout|workouts|stretches|poses',
  'training plan|routine',
  // How something is done.
  'clean|cleaning|fix|make|making|wash|remove|grow|growing|plant|planting|prune|tie|measure|convert|conversion|calculate',
  'calculator|converter|list|ways|steps|instructions|directions|troubleshooting|error|diagram|chart|schedule|calendar',
  'rules|laws|requirements|eligibility|deadline|etiquette|interview questions|job description|salary|pattern|patterns',
  'activities|crafts|names|chords|verses|pairing|pairings|milestones|conjugation|map|maps|recovery|cooking time|translate|translation|synonym|synonyms|antonym|pronunciation|pronounce|spelling',
  'anleitung|bedeutung|rezept|rezepte|ideen|recette|recettes|définition|receta|recetas|significado',
);

/** Wanting one site or one part of it. */
export const navigational = phrases(
  'login|log in|sign in|signin|logon|account|portal|website|web site|official site|official|homepage|home page',
  'customer service|customer care|helpline|hotline|contact us|contact number|contact details|contact info|phone number',
  'email address|headquarters|dashboard|webmail|careers|com|opening hours|business hours|hours|support|status',
  'my account|track order|tracking|help center|download center|web player|check in|anmelden|einloggen|connexion',
  'iniciar sesión',
);

/** Words that open a question. */
export const questions = phrases(
  'how|what|whats|why|when|who|whose|whom|where|can|could|does|do|did|is|are|was|were|should|will|would|has|have',
  'wie|was|warum|wann|wer|wo|comment|pourquoi|quand|cómo|qué|cuándo|por',
);

export const units = phrases(
  'mm|cm|m|meter|meters|km|kilometers|inch|inches|feet|foot|ft|yard|yards|mile|miles|mg|g|gram|grams|kg|kilograms|lb|lbs',
  'pound|pounds|oz|ounce|ounces|ml|liter|liters|litres|cup|cups|pint|pints|quart|quarts|gallon|gallons|tablespoon',
  'tablespoons|teaspoon|teaspoons|celsius|fahrenheit|kelvin|kmh|mph|knots|usd|eur|gbp|dollars|euros|euro|gb|mb|tb|bytes',
  'bits|watts|kilowatts|hours|minutes|seconds|days|weeks|acres|hectares|psi|bar|joules|degrees|radians|decimal|fraction',
  'binary|hex|roman|numerals',
);

/** For whom or for what things are bought, beside people in the plural. */
export const audiences = phrases(
  'women|men|kids|children|toddlers|seniors|students|teens|teenagers|adults|home|office|work|school|college|travel|gaming',
  'business|small business|camping|hiking|running|cycling|commuting|streaming|skin|hair|feet|espresso|baking|puppies',
);

/** Sites that people go to by name; giants and whatever the listing shows are known besides. */
export const siteNames = phrases(
  'netflix|spotify|gmail|outlook|hotmail|whatsapp|telegram|discord|twitch|hulu|disney plus|paypal|venmo|zoom|slack|notion',
  'dropbox|icloud|airbnb|expedia|uber|lyft|doordash|costco|ikea|zara|shein|chase|wells fargo|citibank|barclays|hsbc|fedex',
  'usps|dhl|canvas|coursera|udemy|duolingo|wordpress|shopify|salesforce|chatgpt|openai|roblox|steam|epic games|best buy',
);
