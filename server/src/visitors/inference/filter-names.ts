/** The criterion that a filter sets. Filters named after features, such as `pool`, are found through the vocabulary. */
export type FilterKind =
  | "price"
  | "price_min"
  | "price_max"
  | "bedrooms"
  | "bathrooms"
  | "cities"
  | "features"
  | "property_types";

const NAMES: Record<FilterKind, string> = {
  price: "price pricerange listprice budget cost asking",
  price_min:
    "pricemin minprice minimumprice priceminimum pricefrom fromprice pricelow lowprice pricegte pricegt minlistprice listpricemin listpricegte budgetmin minbudget lowestprice",
  price_max:
    "pricemax maxprice maximumprice pricemaximum priceto toprice pricehigh highprice pricelte pricelt maxlistprice listpricemax listpricelte budgetmax maxbudget highestprice",
  bedrooms:
    "bed beds bedroom bedrooms bedmin bedsmin bedroommin bedroomsmin minbed minbeds minbedroom minbedrooms minimumbedrooms minimumbeds bedroomstotal bedroomstotalmin minbedroomstotal bedsgte bedroomsgte bedsfrom br",
  bathrooms:
    "bath baths bathroom bathrooms bathmin bathsmin bathroommin bathroomsmin minbath minbaths minbathroom minbathrooms minimumbathrooms minimumbaths bathroomstotal bathroomstotalinteger bathsgte bathroomsgte bathsfrom ba",
  cities: "city cities location locations town towns place places where area areas locality",
  features: "feature features amenity amenities musthave musthaves keyword keywords homefeatures",
  property_types:
    "propertytype propertytypes type types hometype hometypes propertysubtype propertysubtypes subtype kind listingtype housetype",
};

const kinds = new Map(
  Object.entries(NAMES).flatMap(([kind, names]) =>
    names.split(" ").map((name) => [name, kind as FilterKind] as const),
  ),
);

/** Ignores case and separators: `minPrice`, `min_price` and `Min price` are the same filter. */
export function filterKind(name: string): FilterKind | undefined {
  return kinds.get(
    name
      .slice(0, 60)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, ""),
  );
}
