import type { TermGroup } from "../term-group.ts";

export const sexAndIdentity: readonly TermGroup[] = [
  {
    category: "sex",
    instead: "a studio or one bedroom",
    words: "bachelor pad, bachelor apartment, bachelorette pad, bachelorette apartment, bachelorette",
  },
  {
    category: "sex",
    instead: null,
    words: `woman, women, female, male, =men, men only, gentleman, gentlemen, lady, =girls, =boys, =guys, girl only, boy only, single man, for a man, gender specific,
      gender, same gender, opposite sex, sorority, sorority house, fraternity, fraternity house, frat, frat house, coed, co ed, all girl, all boy, all male, all female, all women, all men`,
  },
  {
    category: "sexual_orientation",
    instead: null,
    words: `gay, gay friendly, gay bar, gay couple, lesbian, lgbt, lgbtq, lgbtq+, lgbtqia, lgbtqia+, lgbtqi, glbt, queer, homosexual, heterosexual, bisexual, asexual,
      pansexual, gayborhood, boystown, same sex, same sex couple, same sex friendly, sexual orientation, pride flag, straight friendly`,
  },
  { category: "sexual_orientation", instead: null, when: "people", words: "straight" },
  {
    category: "gender_identity",
    instead: null,
    words: `transgender, transgendered, transsexual, transvestite, nonbinary, non binary, enby, genderqueer, gender queer, gender fluid, genderfluid,
      gender nonconforming, gender non conforming, gender neutral, gender identity, gender expression, cisgender, cis gender, crossdresser, cross dresser,
      trans friendly, trans safe, trans inclusive, two spirit, intersex`,
  },
  { category: "gender_identity", instead: null, when: "people", words: "trans, cis" },
];
