const CONDITIONS: Record<string, string> = {
  status: "status =",
  min_lat: "latitude >=",
  max_lat: "latitude <=",
  min_lng: "longitude >=",
  max_lng: "longitude <=",
  min_price: "list_price >=",
  max_price: "list_price <=",
  min_beds: "beds >=",
  max_beds: "beds <=",
  min_baths: "baths >=",
  max_baths: "baths <=",
  city: "lower(city) =",
};
export function readSearch(query: Record<string, string>, placeholder: (nth: number) => string) {
  const names = Object.keys(CONDITIONS).filter((name) => query[name] !== undefined);
  const conditions = names.map((name, at) => `${CONDITIONS[name]} ${placeholder(at + 1)}`);
  return {
    shape: names.join(" ") || "all",
    where: conditions.length > 0 ? `where ${conditions.join(" and ")}` : "",
    values: names.map((name) => (name === "status" ? query[name]! : Number(query[name]))),
    page: Number(query.page ?? 1),
    pageSize: Number(query.page_size ?? 20),
    spatial: query.min_lat !== undefined,
  };
}
export const itemsSql = (
  where: string,
  n: number,
) => `select json_agg(item) from (select listing_id, list_price, beds, baths, sqft, lot_size_acres, year_built, null as hoa_monthly, null as new_construction, address, city, state, zip, county,
  latitude, longitude, property_type, status, list_date, sold_date, photos,
  case when status <> 'Sold' then greatest(0, (now() at time zone 'America/Boise')::date - list_date) end as days_on_market
  from (select listing_id from peers.listings ${where} order by list_date desc, listing_id limit $${n + 1} offset $${n + 2}) page
  join peers.listings using (listing_id) order by list_date desc, listing_id) item`;
