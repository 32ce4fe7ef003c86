import type { Random } from '../otlp/random.ts';

export type Language = 'english' | 'german' | 'french' | 'spanish' | 'japanese' | 'arabic';

/**
 * A customer of the shop: the same number is always the same person, who writes in one language.
 */
export interface Customer {
  readonly first: string;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
  readonly city: string;
  readonly street: string;
  readonly postcode: string;
}

interface Region {
  readonly language: Language;
  readonly first: readonly string[];
  readonly last: readonly string[];
  /** As they stand in an e-mail address. */
  readonly latin?: { readonly first: readonly string[]; readonly last: readonly string[] };
  readonly streets: readonly string[];
  readonly cities: readonly (readonly [city: string, postcode: string])[];
}

const ENGLISH: Region = {
  language: 'english',
  first: words(
    'Olivia James Amara Liam Grace Noah Priya Ethan Chloe Marcus Isla Daniel Zoe Ravi Hannah Oscar Leila Connor Maya Tom',
  ),
  last: words(
    'Bennett Okafor Murphy Shah Fletcher Novak Hughes Lindqvist Doyle Carter Mensah Walsh Kaur Reid Pearce Jansen Byrne Costa',
  ),
  streets: ['Harbour Road', 'Mill Lane', 'Station Street', 'Kingsway', 'Oak Avenue', 'Castle Hill'],
  cities: [
    ['Dublin', 'D02 X285'],
    ['Bristol', 'BS1 4ST'],
    ['Leeds', 'LS1 5AB'],
    ['Rotterdam', '3011 AA'],
    ['Copenhagen', '1050'],
    ['Edinburgh', 'EH1 1YZ'],
    ['Gothenburg', '411 03'],
  ],
};

const OTHERS: readonly Region[] = [
  {
    language: 'german',
    first: words('Anna Jonas Lena Felix Katharina Lukas Miriam Stefan Johanna Matthias'),
    last: words('Weber Vogel Hofmann Krause Lindner Brandt Seidel Winkler Arnold'),
    streets: ['Lindenweg', 'Bahnhofstraße', 'Am Markt', 'Schillerstraße'],
    cities: [
      ['Leipzig', '04109'],
      ['Graz', '8010'],
      ['Freiburg', '79098'],
      ['Bern', '3011'],
    ],
  },
  {
    language: 'french',
    first: words('Camille Hugo Manon Antoine Élodie Théo Sophie Mathis'),
    last: words('Moreau Lefebvre Garnier Rousseau Chevalier Perrin Blanchard'),
    streets: ['rue des Lilas', 'avenue Jean Jaurès', 'rue du Port', 'place de la Gare'],
    cities: [
      ['Lyon', '69002'],
      ['Nantes', '44000'],
      ['Liège', '4000'],
      ['Lausanne', '1003'],
    ],
  },
  {
    language: 'spanish',
    first: words('Lucía Mateo Carmen Álvaro Inés Javier'),
    last: words('Romero Navarro Ortega Iglesias Serrano'),
    streets: ['calle Mayor', 'avenida de la Paz', 'calle del Sol'],
    cities: [
      ['Bilbao', '48001'],
      ['Sevilla', '41001'],
      ['Zaragoza', '50001'],
    ],
  },
  {
    language: 'japanese',
    first: words('結衣 陽翔 美咲 健太 彩花'),
    last: words('佐藤 鈴木 高橋 田中 渡辺'),
    latin: {
      first: words('yui haruto misaki kenta ayaka'),
      last: words('sato suzuki takahashi tanaka watanabe'),
    },
    streets: ['桜通り', '駅前通り'],
    cities: [
      ['京都', '600-8216'],
      ['札幌', '060-0808'],
    ],
  },
  {
    language: 'arabic',
    first: words('ليلى عمر نور كريم'),
    last: words('حداد منصور السيد خليل'),
    latin: { first: words('layla omar nour karim'), last: words('haddad mansour elsayed khalil') },
    streets: ['شارع النيل', 'شارع الحمراء'],
    cities: [
      ['القاهرة', '11511'],
      ['عمّان', '11118'],
    ],
  },
];
const CUSTOMERS = 400;
/**
 * Of a hundred customers, how many write in a language other than English: german, french, spanish,
 * japanese, arabic.
 */
const SHARES = [16, 10, 6, 5, 3] as const;

const customers: Customer[] = Array.from({ length: CUSTOMERS }, (_, number) => customerOf(number));

/** A few customers write often, many once. */
export function someCustomer(random: Random): Customer {
  return customers[Math.floor(random.fraction() ** 2 * CUSTOMERS)] ?? customerOf(0);
}

function customerOf(number: number): Customer {
  const region = regionOf((number * 37 + 61) % 100);
  const own = number * 7;
  const first = at(region.first, own);
  // Numbers that give the same first name give another last name.
  const lastAt = own + Math.floor(number / region.first.length);
  const last = at(region.last, lastAt);
  const latin = region.latin ?? { first: region.first, last: region.last };
  const [city, postcode] = at(region.cities, number);
  const isFamilyFirst = region.language === 'japanese';
  return {
    first,
    name: isFamilyFirst ? `${last} ${first}` : `${first} ${last}`,
    email: `${plain(at(latin.first, own))}.${plain(at(latin.last, lastAt))}@example.com`,
    language: region.language,
    city,
    postcode,
    street: streetOf(at(region.streets, number), 1 + ((number * 13) % 88), region.language),
  };
}

function regionOf(place: number): Region {
  let before = 0;
  for (const [index, share] of SHARES.entries()) {
    before += share;
    if (place < before) return OTHERS[index] ?? ENGLISH;
  }
  return ENGLISH;
}

function streetOf(street: string, house: number, language: Language): string {
  return language === 'english' || language === 'french'
    ? `${house} ${street}`
    : `${street} ${house}`;
}

const DEVELOPERS = words(
  'lena.brandt tariq.aziz sofia.lindqvist marco.rossi ines.ferreira kenji.mori aoife.byrne pavel.novak',
);

/** Who gives tasks to the coding agent. */
export function someDeveloper(random: Random): string {
  return `${random.pick(DEVELOPERS)}@northwind.example`;
}

const COMPANIES = words(
  'acme.example globex.example initech.example umbrella.example hooli.example stark.example wayne.example',
);

/** Who asks the documentation: people of companies that use the product. */
export function someReader(random: Random): string {
  const number = Math.floor(random.fraction() ** 2 * CUSTOMERS);
  return `${plain(at(ENGLISH.first, number))}.${plain(at(ENGLISH.last, number * 5))}@${at(COMPANIES, number * 3)}`;
}

function at<T>(items: readonly T[], place: number): T {
  const item = items[place % items.length];
  if (item === undefined) throw new Error('Nothing to take from.');
  return item;
}

function plain(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function words(text: string): readonly string[] {
  return text.split(' ');
}
