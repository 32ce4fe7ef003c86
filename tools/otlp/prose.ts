import type { Random } from './random.ts';

/**
 * English-like text about plausible subjects, varied enough that compressors find no more in it
 * than in real prompts.
 */

const NOUNS =
  words(`account address agreement airport allowance amount answer appointment archive article asset attachment balance bank
  battery benefit booking branch budget bundle cable calendar campaign carrier catalogue certificate charge charger claim client cloud
  colour column commission company complaint component condition connection contract copy counter country coupon courier customer
  dashboard database deadline decision default delivery department deposit description device diagram discount document domain draft
  duration email endpoint engine entry error estimate evening event exchange expense export factory feature fee figure filter finding
  firmware flight folder forecast form freight garage gateway guarantee handbook headset history hotel identifier image incident index
  instalment instruction insurance interest interface inventory invoice item journey kernel keyboard kitchen label language laptop ledger
  lesson letter library licence limit line link list location machine manual margin market material meeting member memory merchant message
  meter method mileage model module month morning network note notice notification number office operator option order outage owner package
  page panel paragraph parcel parser part passenger password patch payment pension period permission phone photo picture plan platform
  policy portal position postcode premium price printer priority problem process processor product profile program project promise
  proposal provider purchase quality quantity quarter question queue quote rate reason receipt record recovery reference refund region
  release reminder rent repair reply report request reservation resource response result return revenue review risk road room route row
  rule salary sample schedule schema screen season seat section sensor sequence server service session setting shelf shipment signal
  site size software source spare standard statement station status step stock storage store street subscription summary supplier
  support surcharge survey switch system table tariff tax team template tenant terminal threshold ticket timetable timer token tool topic
  total town tracking train transfer transition trip update upgrade usage user valve variable vehicle vendor version video visit voucher
  wallet warehouse warning warranty website week weight window wire worker workshop year zone`);

const VERBS =
  words(`accept add adjust allow announce apply approve arrange attach block book bring calculate call cancel change charge check
  choose clear close collect compare complete confirm connect contact contain copy correct cover create cut decide decline delay delete
  deliver depend describe detect display double download drop edit enable enter estimate exceed exchange expand expect explain export
  extend fail fetch find finish fix follow forward freeze generate handle hold identify ignore import improve include increase inform
  insert inspect install issue join keep launch leave limit list load lock log maintain match measure merge migrate miss monitor move
  notify offer open order pack parse pass pause pay pick place plan post predict prepare prevent print process promise propose protect
  prove provide publish quote raise reach read rebuild receive recommend record recover reduce refer refund refuse reject release remain
  remove renew repair repeat replace reply report request require reset resolve respond restart restore retry return review save scan
  schedule search select send separate set settle ship show sign skip sort split start stop store submit suggest supply support suspend
  switch take test trace track transfer translate trigger turn update upgrade upload use validate verify wait warn watch withdraw write`);

const ADJECTIVES =
  words(`active annual automatic available average basic blue broken brief cheap clear common complete correct current
  daily damaged digital direct double early eligible empty exact expired extra false fast final first flexible foreign former free
  frequent full general global green heavy hidden high hourly identical important incomplete internal invalid joint large last late
  latest legal light local long loose low main manual maximum medium minimum missing mobile monthly multiple narrow national new next
  normal obvious old open optional original outdated overdue partial past pending permanent personal plain possible previous primary
  prior private public quick quiet random rare recent red regular related remote responsible rough safe secondary secure separate severe
  shared short similar simple single slow small special stable standard static strict strong sudden temporary third total unique unusual
  upper urgent useful usual valid vague visible weekly wide wrong yellow yearly`);

const PEOPLE =
  words(`Aisha Amelie Bartek Carmen Chidi Dalia Daniel Elif Emeka Fatima Felix Grace Hana Hiro Ingrid Isabel Ivan Jonas Katya
  Kwame Lars Leila Luca Magda Mateo Mei Nadia Noor Olga Omar Pablo Priya Rafael Ravi Rosa Sana Sofia Sven Tariq Tomas Uma Viktor Wei Yara Zoe`);

const PLACES =
  words(`Accra Athens Austin Bergen Bilbao Boston Bristol Cairo Cork Dakar Delhi Dublin Galway Geneva Ghent Graz Hanoi Izmir Kyoto
  Lagos Leeds Leiden Lima Lisbon Lyon Malmo Milan Nairobi Nantes Oslo Porto Prague Quito Riga Rome Seoul Sofia Split Tallinn Turin Utrecht Vienna Warsaw Zagreb`);

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** One sentence of some 60 to 140 characters. */
function sentence(random: Random): string {
  const noun = () => random.pick(NOUNS);
  const verb = () => random.pick(VERBS);
  const adjective = () => random.pick(ADJECTIVES);
  const code = () =>
    `${random.pick(['ORD', 'INV', 'TCK', 'SKU', 'REF'])}-${random.between(10_000, 9_999_999)}`;
  switch (random.between(0, 9)) {
    case 0:
      return `The ${adjective()} ${noun()} ${code()} did not ${verb()} after the ${noun()} was moved to ${random.pick(PLACES)}.`;
    case 1:
      return `Please ${verb()} the ${noun()} and ${verb()} every ${adjective()} ${noun()} before ${random.between(1, 28)} March.`;
    case 2:
      return `${random.pick(PEOPLE)} asked whether a ${noun()} can ${verb()} a ${noun()} when the ${adjective()} ${noun()} is ${adjective()}.`;
    case 3:
      return `We ${verb()} ${random.between(2, 980)} ${noun()}s a day, so the ${noun()} has to ${verb()} within ${random.between(2, 90)} minutes.`;
    case 4:
      return `If the ${noun()} is ${adjective()}, ${verb()} the ${noun()} first; otherwise ${verb()} it with the ${adjective()} ${noun()} of ${random.pick(PLACES)}.`;
    case 5:
      return `According to the ${noun()} for ${code()}, the ${noun()} costs ${random.between(3, 900)}.${random.between(10, 99)} euros and includes a ${adjective()} ${noun()}.`;
    case 6:
      return `A ${adjective()} ${noun()} may ${verb()} the ${noun()}, but only the ${noun()} owner can ${verb()} or ${verb()} it.`;
    case 7:
      return `In ${random.pick(PLACES)} the ${noun()} and the ${noun()} ${verb()} together, which is why ${random.pick(PEOPLE)} would rather ${verb()} a ${adjective()} one.`;
    case 8:
      return `Nothing in section ${random.between(1, 40)}.${random.between(1, 20)} says that the ${noun()} must ${verb()}: see the ${adjective()} ${noun()} instead.`;
    default:
      return `To ${verb()} a ${noun()}, open the ${noun()} page, choose "${adjective()} ${noun()}", then ${verb()} ${code()}.`;
  }
}

/** Sentences up to about so many characters. */
export function prose(random: Random, chars: number): string {
  let text = sentence(random);
  while (text.length < chars) text += (random.chance(0.12) ? '\n\n' : ' ') + sentence(random);
  return text.length > chars + 80 ? text.slice(0, chars) : text;
}
