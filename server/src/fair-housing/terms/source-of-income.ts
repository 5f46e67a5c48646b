import type { TermGroup } from "../term-group.ts";

export const sourceOfIncome: readonly TermGroup[] = [
  {
    category: "source_of_income",
    instead: "a price or a monthly budget",
    words: `section 8, section eight, sec 8, sec eight, section8, housing voucher, housing choice voucher, choice voucher, voucher holder, voucher, welfare,
      welfare recipient, food stamp, public assistance, government assistance, rental assistance, housing assistance, ssi, ssi recipient, ssdi,
      disability benefit, on disability benefit, on disability, disability income, disability check, alimony, child support, unemployed, must be employed, employed tenant,
      employed only, source of income, social security recipient, subsidized housing, subsidised housing, subsidized tenant, low income housing,
      low income apartment, low income rental, low income unit, low income home, low income complex, low income building, low income development,
      low income people, low income family, low income neighborhood, low income area, low income tenant, low income renter, public housing,
      housing project, the projects, poor people, poor family, poor neighborhood, poor area, poor tenant, government aid, welfare family`,
  },
  {
    category: "source_of_income",
    instead: "a price or a monthly budget",
    when: "alone",
    words: "low income",
  },
  {
    category: "source_of_income",
    instead: "a price or a monthly budget",
    when: "people",
    words: "low income",
  },
];
