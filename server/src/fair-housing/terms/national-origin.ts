import type { TermGroup } from "../term-group.ts";

const ADJECTIVES = `mexican, spanish, indian, chinese, japanese, korean, vietnamese, thai, filipino, pakistani, bangladeshi, nepali, nepalese, afghan,
  iranian, persian, iraqi, syrian, lebanese, israeli, turkish, arabian, egyptian, somali, ethiopian, nigerian, kenyan, congolese, african, moroccan, russian,
  ukrainian, polish, czech, slavic, bosnian, serbian, croatian, romanian, bulgarian, hungarian, german, dutch, french, italian, irish, british, scottish,
  english, swedish, norwegian, danish, finnish, scandinavian, greek, portuguese, basque, european, eastern european, cuban, puerto rican, dominican, haitian,
  jamaican, guatemalan, salvadoran, honduran, colombian, venezuelan, peruvian, brazilian, argentinian, caribbean, canadian, american, hawaiian, samoan,
  burmese, cambodian, hmong, laotian, taiwanese, tibetan, armenian, mediterranean, south asian, east asian, native born, local born`;

const plurals = ADJECTIVES.split(",")
  .map((each) => each.trim())
  .filter((each) => /(?:an|i|in)$/.test(each))
  .map((each) => `=${each.replaceAll(" ", " =")}s`);

const COUNTRIES = `mexico, china, india, japan, korea, south korea, north korea, vietnam, thailand, philippines, pakistan, bangladesh, nepal, afghanistan,
  iran, iraq, syria, lebanon, israel, turkey, saudi arabia, egypt, somalia, sudan, ethiopia, eritrea, nigeria, ghana, kenya, rwanda, congo, morocco, africa,
  russia, ukraine, poland, czech republic, bosnia, serbia, croatia, romania, bulgaria, hungary, germany, netherlands, france, italy, spain, portugal,
  ireland, england, britain, scotland, sweden, norway, denmark, finland, greece, europe, eastern europe, cuba, puerto rico, dominican republic, haiti,
  jamaica, caribbean, guatemala, el salvador, honduras, nicaragua, colombia, venezuela, peru, ecuador, bolivia, chile, brazil, argentina, latin america,
  central america, south america, canada, samoa, burma, myanmar, cambodia, laos, taiwan, tibet, armenia, asia, middle east, another country,
  other country, a foreign country, abroad, overseas`;

/** "Where everyone speaks English"; an agent who speaks Spanish is a service. */
const SPEAKERS = ["people", "everyone", "everybody", "neighbor", "resident", "tenant", "they", "they all"];
const spoken = ADJECTIVES.split(",").flatMap((language) =>
  SPEAKERS.flatMap((who) => ["", "who ", "that "].map((which) => `${who} ${which}speak ${language.trim()}`)),
);

export const nationalOrigin: readonly TermGroup[] = [
  {
    category: "national_origin",
    instead: null,
    words: `hispanic, latino, latina, latinx, latine, chicano, chicana, immigrant, immigration status, migrant, foreigner, foreign born, refugee, =illegals,
      illegal alien, illegal immigrant, undocumented, expat, ethnic enclave, barrio, born in america, citizen, citizens only, us citizens only,
      u s citizens only, american citizen, u s citizen, us citizen, green card, english only, only english, native english speaker, native speaker,
      third world, =speak english, =speak spanish, born in the usa, born in usa, born in the us, us born, usa born, middle eastern, middle easterner, arab, arabic, national origin, ancestry, nationality, =filipinos,
      =chinese people, gypsy, roma people, ${plurals.join(", ")}, ${spoken.join(", ")}`,
  },
  { category: "national_origin", instead: null, when: "origin", words: COUNTRIES },
  {
    category: "national_origin",
    instead: null,
    when: "people",
    words: `${ADJECTIVES}, =poles, =turks, =swedes, =greeks, foreign, ethnic, multicultural`,
  },
];
