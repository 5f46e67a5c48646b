-- The listings as the peers on PostgreSQL store them: one flat table with the photos in the row, an index for each way in. A count
-- needs an index alone, and so does the search for the keys of a page.
create schema peers;
create table peers.listings (
  listing_id text collate "C" primary key,
  list_price float8,
  beds integer,
  baths float8,
  sqft integer,
  lot_size_acres float8,
  year_built integer,
  address text,
  city text,
  state text,
  zip text,
  county text,
  latitude float8,
  longitude float8,
  property_type text not null,
  status text not null,
  list_date date,
  sold_date date,
  photos text[] not null
);

insert into peers.listings
select listing_id, list_price, beds, baths, sqft, lot_size_acres, year_built, address, city, state, zip, county,
  latitude, longitude, property_type, case status when 'Closed' then 'Sold' else status end, list_date, sold_date,
  array(select url from public.listing_photos where listing_photos.listing_id = listings.id order by position)
from public.listings;

-- Rejected: GiST on a point with the same columns included, which takes twice as long where 1,000 match.
create index listings_box on peers.listings (status, latitude, longitude)
  include (list_price, beds, baths, list_date, listing_id);
-- Wide searches: read in this order until twenty listings match.
create index listings_newest on peers.listings (status, list_date desc, listing_id)
  include (latitude, longitude, list_price, beds, baths);
create index listings_price on peers.listings (status, list_price)
  include (latitude, longitude, beds, baths, list_date, listing_id);
-- Facets: the filter on the status is lifted for one of them, so that it cannot come first.
create index listings_facets on peers.listings (latitude, longitude)
  include (status, list_price, beds, baths, city, zip);
