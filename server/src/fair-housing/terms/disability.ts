import { type TermGroup, wishes } from "../term-group.ts";

const ANIMALS = [
  "service animal",
  "service dog",
  "emotional support animal",
  "support animal",
  "assistance animal",
];
const refusedAnimals = ANIMALS.flatMap((animal) =>
  ["not allow", "doesnt allow", "dont allow", "without"].map((refusal) => `${refusal} ${animal}`),
);

const WHEELCHAIR_USERS = [
  "wheelchair user",
  "people in wheelchair",
  "person in wheelchair",
  "person in a wheelchair",
  "wheelchair",
];
/** "Wheelchair users not welcome": a wish for accessibility turned into its opposite. */
const refusedUsers = WHEELCHAIR_USERS.flatMap((who) =>
  ["", "are ", "is "].flatMap((verb) =>
    ["not welcome", "not allowed", "not permitted", "not ok", "unwelcome", "need not apply"].map(
      (refusal) => `${who} ${verb}${refusal}`,
    ),
  ),
);

/** Words of accessibility pass (harmless-phrases.ts): they describe a building. */
export const disability: readonly TermGroup[] = [
  {
    category: "disability",
    instead: wishes.accessible,
    words: `disabled, disability, handicapped, handicap, mobility impaired, physically challenged, special needs, impairment, crippled, cripple, paralyzed, amputee,
      able bodied, ablebodied, physically fit, live independently, living independently, no wheelchair, not wheelchair, without wheelchair, wheelchair bound`,
  },
  {
    category: "disability",
    instead: null,
    words: `mentally ill, mental illness, mental disability, mentally handicapped, mentally disabled, mental patient, retarded, autistic, autism, dementia,
      alzheimer, down syndrome, schizophrenic, bipolar, deaf, is =blind, are =blind, am =blind, im =blind, the =blind, blind people, blind person, blind man, blind woman,
      blind tenant, blind neighbor, legally blind, hiv, hiv positive, aids patient, addict, drug addict, alcoholic, recovering alcoholic, recovering addict,
      group home, halfway house, sober living, sober living house, sober living home, sober home, drug rehab, rehab center, rehab facility, rehab clinic, methadone clinic,
      crazy people, insane people, healthy only, healthy people, healthy tenant, healthy person, no service animal, no service dog, no emotional support animal,
      no support animal, no assistance animal, not suitable for wheelchair, ${refusedAnimals.join(", ")}, ${refusedUsers.join(", ")}, lunatic, psycho, psychiatric patient`,
  },
];
