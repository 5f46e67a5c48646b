import { isKnown, wordsOf } from "../../models/index.ts";

/** Words that are names of towns here and there, and words all the same. */
const ALSO_TOWNS = new Set(
  `star eagle hope home mountain garden lake spring springs paradise liberty union freedom page price orange buffalo mobile reading
  bath sandy media normal defiance enterprise independence fairview riverside lakeside sunset sunrise valley view hill hills park beach
  harbor island river rock ridge summit pleasant grand new castle rose lodge commerce industry superior golden bend
  central plain plains rich rush early bliss victory justice surprise cut ten story power surf bay forest grove prospect may rock
  academy college salmon grace cascade wilder victor moscow council basalt culdesac crouch harvard princeton hay corner crossing cool deer bear fox elk gold silver iron diamond opal ruby pearl crystal star`
    .trim()
    .split(/\s+/),
);

/** Whether a name is made of words that mean something else as often: "mountain home", "star", "hope". */
export function isOrdinary(words: readonly string[]): boolean {
  return words.every((word) => ALSO_TOWNS.has(word));
}

/** Words of every day that are a letter from the name of some town: a slip may be meant to be them. */
const REAL_WORDS = new Set(
  `noise salon wiser palette ketchup rugby barley hidden standpoint vector filter tuna raise voice choice poise medium median meridians
  ranch beach peach reach teach rent tent cent dent lent sent water later waiter master faster starts stars store stair stairs stare
  eager angle early earth sandy handy candy maple apple ample simple temple people purple golden garden harden warden burden
  market parker barker darker larger charger charge change range orange single shingle modern mother other another rather
  weather leather feather neither either entire retire desire acres about above after again cheap clean close quiet quick
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

/** Whether a word is one that people use, so that it is no slip of another. */
export function isRealWord(text: string): boolean {
  if (REAL_WORDS.has(text) || ALSO_TOWNS.has(text)) return true;
  const [word] = wordsOf(text);
  return word !== undefined && isKnown(word);
}
