/** The post office's city of each ZIP code in King County's sales, which the file itself does not name. */
const CITIES: Record<string, string> = {
  Auburn: "98001 98002 98092",
  Bellevue: "98004 98005 98006 98007 98008",
  "Black Diamond": "98010",
  Bothell: "98011",
  Burien: "98166 98148",
  Carnation: "98014",
  "Des Moines": "98198",
  Duvall: "98019",
  Enumclaw: "98022",
  "Fall City": "98024",
  "Federal Way": "98003 98023",
  Issaquah: "98027 98029",
  Kenmore: "98028",
  Kent: "98030 98031 98032 98042",
  Kirkland: "98033 98034",
  "Maple Valley": "98038",
  Medina: "98039",
  "Mercer Island": "98040",
  "North Bend": "98045",
  Redmond: "98052 98053",
  Renton: "98055 98056 98058 98059",
  Sammamish: "98074 98075",
  Shoreline: "98155 98177",
  Snoqualmie: "98065",
  Tukwila: "98168 98188",
  Vashon: "98070",
  Woodinville: "98072 98077",
};
const byZip = new Map(
  Object.entries(CITIES).flatMap(([city, zips]) => zips.split(" ").map((zip) => [zip, city])),
);

/** All others are Seattle's. */
export function cityOfZip(zip: string): string {
  return byZip.get(zip) ?? "Seattle";
}
