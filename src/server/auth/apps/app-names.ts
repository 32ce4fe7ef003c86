/**
 * Letters of other scripts, and digits, that look like a letter or two of the Latin alphabet in
 * lower case.
 */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  а: 'a', // Cyrillic, from here
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  ё: 'e',
  һ: 'h',
  н: 'h',
  і: 'i',
  ї: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  о: 'o',
  п: 'n',
  р: 'p',
  ԛ: 'q',
  г: 'r',
  ѕ: 's',
  т: 't',
  у: 'y',
  ѵ: 'v',
  ԝ: 'w',
  х: 'x',
  α: 'a', // Greek, from here
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ϲ: 'c',
  օ: 'o', // Armenian, from here
  ո: 'n',
  ս: 'u',
  հ: 'h',
  ա: 'w',
  ı: 'i', // Latin beside the alphabet, from here
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ɡ: 'g',
  ɑ: 'a',
  ß: 'b',
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '|': 'l',
  '!': 'l',
  $: 's',
  '@': 'a',
  '€': 'e',
};

/**
 * Words that make no other app of a name: "Phoenix CLI (official)" is read as the program that the
 * server knows.
 */
const FILLERS = (
  'official,original,genuine,verified,trusted,secure,security,real,the,by,inc,app,application,client,cli,commandline,terminal,desktop,web,tool,' +
  'server,service,system,team,support,help,login,signin,sso,auth,account,accounts,admin,administrator,console,update,updater,installer,new,beta,pro'
)
  .split(',')
  .map(plainLetters)
  .toSorted((a, b) => b.length - a.length);

/** The characters of a version suffix, which doesn't distinguish names either. */
const VERSION = new Set(' \t0123456789.()');

/** The names of the server itself and of its built-in clients. */
const RESERVED: readonly string[] = [
  'telltale',
  'phoenix',
  'arize phoenix',
  'arize ai phoenix',
].map(plainLetters);

/**
 * Whether a user on the consent screen could mistake an app's name for the server itself or for one
 * of its built-in programs (`builtIn`: their names and ids): the same letters in another case,
 * script or spacing, or with meaningless words added.
 */
export function isLookAlikeName(name: string, builtIn: readonly string[]): boolean {
  const reserved = new Set([...RESERVED, ...builtIn.map(plainLetters)]);
  const letters = plainLetters(name);
  return reserved.has(letters) || reserved.has(withoutFillers(plainLetters(withoutVersion(name))));
}

/** "Phoenix v2.1 (3)" without what follows the name. */
function withoutVersion(name: string): string {
  let end = name.length;
  while (end > 0 && VERSION.has(name[end - 1] ?? '')) end -= 1;
  const hasDigits = /\d/.test(name.slice(end));
  if (hasDigits && /v/i.test(name[end - 1] ?? '')) end -= 1;
  return hasDigits ? name.slice(0, end) : name;
}

/**
 * The letters that a reader sees: without marks, blanks and punctuation, look-alikes as what they
 * look like, and `i` and `l` as one.
 */
function plainLetters(text: string): string {
  const marked = text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  // In capitals `I` is the look-alike of `l`, so case is given up only with that.
  const plain = Array.from(marked.toLowerCase(), (letter) => LOOK_ALIKES[letter] ?? letter).join(
    '',
  );
  return plain
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('i', 'l')
    .replaceAll('vv', 'w')
    .replaceAll('rn', 'm');
}

/** Fillers are taken away at both ends, again and again. */
function withoutFillers(letters: string): string {
  let rest = letters;
  for (;;) {
    const before = rest;
    const filler = FILLERS.find(
      (one) => rest.length > one.length && (rest.startsWith(one) || rest.endsWith(one)),
    );
    if (filler !== undefined)
      rest = rest.startsWith(filler) ? rest.slice(filler.length) : rest.slice(0, -filler.length);
    if (rest === before) return rest;
  }
}
