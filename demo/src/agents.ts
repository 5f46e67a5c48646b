/** An invented agent with the invented office; phones are 555-01xx numbers, mail domains are `.example`. */
export type DemoAgent = {
  key: string;
  name: string;
  phone: string;
  email: string;
  officeKey: string;
  officeName: string;
};

const OFFICES = [
  "Snake River Realty",
  "Treasure Valley Homes",
  "Bitterroot Land & Home",
  "Sawtooth Property Group",
  "Camas Prairie Realty",
  "Gem State Brokers",
  "Panhandle Lakes Realty",
  "Teton Basin Real Estate",
  "Palouse Hills Realty",
  "Magic Valley Home Company",
  "Silver Valley Properties",
  "Portneuf Realty Partners",
  "Payette Lake Homes",
  "Owyhee Front Realty",
];

const NAMES = [
  "Hannah Lindqvist",
  "Marcus Oyarzabal",
  "Delia Frampton",
  "Tobias Wren",
  "Kira Hallowell",
  "Esteban Varela",
  "Joanne Pickering",
  "Russ Tannenbaum",
  "Amara Whitlock",
  "Colter Bjorklund",
  "Nadine Escobedo",
  "Piper Stanhope",
  "Wade Carrigan",
  "Lucia Montemayor",
  "Grant Ellsworth",
  "Shayla Nordin",
  "Beckett Rowe",
  "Ingrid Solheim",
  "Darnell Hutchins",
  "Maya Castellano",
  "Clint Abernathy",
  "Tess Vanderhoof",
  "Omar Qureshi",
  "Bridget Kowalczyk",
  "Levi Sundquist",
  "Carmen Arrizabalaga",
  "Dale Prescott",
  "Sofia Lundgren",
  "Ty McAllister",
  "Renata Okafor",
  "Hollis Greenway",
  "Jenna Tsukamoto",
  "Curtis Blackwood",
  "Paige Ferrante",
  "Anders Holm",
  "Monique Delacroix",
  "Reed Sackett",
  "Elena Petrov",
  "Brody Kincaid",
  "Fiona Gallagher-Shaw",
  "Silas Whitmer",
  "Priya Raman",
  "Garrett Loftus",
  "Camille Bouchard",
  "Jasper Thorne",
  "Yolanda Iturri",
  "Trent Maddox",
  "Willa Castner",
  "Diego Echeverria",
  "Marin Ostrander",
  "Heath Cordova",
  "Lorelei Finch",
  "Quentin Abbot",
  "Rosalind Teague",
  "Boone Hargrave",
  "Naomi Feldspar",
  "Sterling Voss",
  "Gwen Aldecoa",
  "Isaac Templeton",
  "Corinne Leavitt",
];

const phone = (nth: number) => `208-555-01${String(nth).padStart(2, "0")}`;
const letters = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, "");

export const AGENTS: readonly DemoAgent[] = NAMES.map((name, i) => {
  const officeName = OFFICES[i % OFFICES.length]!;
  const [first, last] = name.split(" ") as [string, string];
  return {
    key: `IMR-A${1001 + i}`,
    name,
    phone: phone(i),
    email: `${letters(first)}.${letters(last)}@${letters(officeName)}.example`,
    officeKey: `IMR-O${101 + (i % OFFICES.length)}`,
    officeName,
  };
});
