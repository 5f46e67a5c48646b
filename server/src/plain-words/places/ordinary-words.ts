import { isKnown, wordsOf } from "../../models/index.ts";

/** Ordinary words that are also names of towns. */
const TOWN_WORDS = new Set(
  `star eagle hope home mountain garden lake spring springs paradise liberty union freedom page price orange buffalo mobile reading
  bath sandy media normal defiance enterprise independence fairview riverside lakeside sunset sunrise valley view hill hills park beach
  harbor island river rock ridge summit pleasant grand new castle rose lodge commerce industry superior golden bend
  central plain plains rich rush early bliss victory justice surprise cut ten story power surf bay forest grove prospect may rock
  academy college salmon grace cascade wilder victor moscow council basalt culdesac crouch harvard princeton hay corner crossing cool deer bear fox elk gold silver iron diamond opal ruby pearl crystal star`
    .trim()
    .split(/\s+/),
);

/** Whether a name consists of ordinary words: "mountain home", "star", "hope". */
export function isOrdinary(words: readonly string[]): boolean {
  return words.every((word) => TOWN_WORDS.has(word));
}

/** Dictionary words within one edit of a town's name, which are not corrected. */
const REAL_WORDS = new Set(
  `noise salon wiser palette ketchup rugby barley hidden standpoint vector filter tuna raise voice choice poise medium median meridians
  ranch beach peach reach teach rent tent cent dent lent sent water later waiter master faster starts stars store stair stairs stare
  eager angle early earth sandy handy candy maple apple ample simple temple people purple golden garden harden warden burden
  market parker barker darker larger charger charge change range orange single shingle modern mother other another rather
  weather leather feather saloon neither either entire retire desire acres about above after again cheap clean close quiet quick
  quite views video ideal model hotel motel total local vocal focal rural royal loyal final floor flood blood brick block
  black white green brown stone store story study stuck stick stock shock short shore share shape shade spare space place
  plane plant plate slate state skate stage image river rider ridge bridge fridge porch torch north south southern northern
  eastern western forest honest modest corner center centre summit submit permit hermit wooden wooded woods goods moods
  family smile child under until major mayor minor miner liner linear hotter potter better bitter butter letter latter
  bigger larger nearer newer never lever level bevel travel gravel grovel marble garage carpet carport carpets kitchen
  closer volley alley railway railways garbage sturdy stables hitting hitching farmer former kitten broken traits train trains training
  station bonus grainy panda gulf glazed garner winter wonder candor tender fender lender sender renter center bench banner manner
  kittens patios patio ratio radio studio school church commute compute quality utility ability privacy property`
    .trim()
    .split(/\s+/),
);

/** Whether a word is a dictionary word, and so no typo. */
export function isRealWord(text: string): boolean {
  if (REAL_WORDS.has(text) || TOWN_WORDS.has(text)) return true;
  const [word] = wordsOf(text);
  return word !== undefined && isKnown(word);
}

const words = (text: string) => new Set(text.trim().split(/\s+/));

export const streetWords = {
  /** Words that end an address. */
  suffixes:
    words(`st street ave avenue av rd road dr drive ln lane blvd boulevard ct court cir circle pl place way ter terrace hwy
    highway pkwy parkway loop trail trl`),
  /** Words that occur in no street name, so that "3 bed on a quiet street" is no address. */
  notInNames:
    words(`on in at with near a an the and or for to from under over of is bed beds bedroom bedrooms bd br bath baths
    bathroom bathrooms ba acre acres ac sq sqft square sf k m story level car garage homes houses home house condo lots
    minutes minute min miles mi hour years year feet foot ft people kids by next close quiet plus more less than max million thousand`),
};
