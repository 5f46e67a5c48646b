const NAMES = `AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,FL Florida,GA Georgia,
HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,
MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,
NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,
TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming`;

/** Names of states, each with its abbreviation. */
export const stateNames: readonly [abbreviation: string, name: string][] = NAMES.split(",").map((each) => {
  const [abbreviation = "", ...name] = each.trim().split(" ");
  return [abbreviation, name.join(" ").toLowerCase()];
});

export const stateAbbreviations: ReadonlySet<string> = new Set(
  stateNames.map(([abbreviation]) => abbreviation),
);

/** Abbreviations that are words in lower case: "boise or meridian". */
export const abbreviationsThatAreWords: ReadonlySet<string> = new Set([
  "OR",
  "IN",
  "ME",
  "HI",
  "OK",
  "OH",
  "LA",
  "DE",
  "CO",
  "AL",
  "PA",
  "MA",
]);
