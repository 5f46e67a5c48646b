-- A source is an MLS feed or a file. A brokerage sees the sources it subscribes to; without rows, all.
create table sources (
  id integer generated always as identity primary key,
  name text not null unique,
  created_at timestamptz not null default now()
);

create table brokerage_sources (
  brokerage_id integer not null references brokerages on delete cascade,
  source_id integer not null references sources on delete cascade,
  primary key (brokerage_id, source_id)
);
create index brokerage_sources_source on brokerage_sources (source_id);

-- Offices and agents as the feed names them: not ours, and not accounts.
create table feed_offices (
  id integer generated always as identity primary key,
  source_id integer not null references sources on delete cascade,
  office_key text not null,
  name text not null,
  phone text,
  email text,
  unique (source_id, office_key)
);

create table feed_agents (
  id integer generated always as identity primary key,
  source_id integer not null references sources on delete cascade,
  member_key text not null,
  name text not null,
  phone text,
  email text,
  unique (source_id, member_key)
);

create sequence listing_revisions as bigint;

create table listings (
  id bigint generated always as identity primary key,
  source_id integer not null references sources on delete cascade,
  listing_key text not null,
  listing_id text not null unique,
  revision bigint not null,
  -- When the feed last changed the record: an older version never replaces a newer one.
  as_of timestamptz,
  content_hash bytea not null,
  photos_hash bytea not null,
  list_price numeric(14, 2),
  original_list_price numeric(14, 2),
  previous_list_price numeric(14, 2),
  close_price numeric(14, 2),
  price_changed_at timestamptz,
  beds integer,
  baths numeric(6, 2),
  baths_full integer,
  baths_three_quarter integer,
  baths_half integer,
  baths_quarter integer,
  bathrooms_total_integer integer,
  sqft integer,
  lot_size_acres double precision,
  year_built integer,
  stories numeric(4, 1),
  garage_spaces numeric(5, 1),
  address text,
  street_number text,
  street_dir_prefix text,
  street_name text,
  street_suffix text,
  street_dir_suffix text,
  unit_number text,
  city text,
  state text,
  zip text,
  county text,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  property_type text not null check (property_type in ('Residential', 'Land', 'Commercial')),
  reso_property_type text not null,
  property_subtype text,
  status text not null,
  mls_status text,
  list_date date,
  sold_date date,
  -- The feed's count and the day it was read; counted on from there.
  feed_days_on_market integer,
  feed_days_on_market_day date,
  description text,
  features text[] not null default '{}',
  list_agent_id integer references feed_agents,
  list_office_id integer references feed_offices,
  show_listing boolean not null default true,
  show_address boolean not null default true,
  photos_changed_at timestamptz,
  major_change_type text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (source_id, listing_key)
);
-- For catching up an in-process index: everything after a revision, in order.
create index listings_revision on listings (revision);

create table listing_photos (
  id bigint generated always as identity primary key,
  listing_id bigint not null references listings on delete cascade,
  position integer not null,
  url text not null,
  media_key text,
  caption text,
  long_description text,
  image_of text,
  width integer,
  height integer,
  modified_at timestamptz,
  -- A photo keeps its id while the feed reorders the others.
  unique (listing_id, url)
);

create table listing_history (
  id bigint generated always as identity primary key,
  listing_id bigint not null references listings on delete cascade,
  event text not null check (event in ('listed', 'price_changed', 'status_changed', 'sold')),
  occurred_on date not null,
  price numeric(14, 2),
  status text not null,
  unique nulls not distinct (listing_id, event, occurred_on, price, status)
);

-- Deleted listings, until every process has seen them go.
create table listing_tombstones (
  listing_id bigint primary key,
  revision bigint not null,
  deleted_at timestamptz not null default now()
);
create index listing_tombstones_revision on listing_tombstones (revision);

-- One row: tombstones up to this revision may be gone, so a process further behind must start afresh.
create table listing_log (
  only_row boolean primary key default true check (only_row),
  pruned_through bigint not null default 0
);
insert into listing_log default values;

-- The change log. Sequence numbers commit out of order under concurrent writers, and a reader that has seen
-- 12 would never look for an 11 that commits later. So whoever writes first takes a lock that is held until
-- its commit: revisions become visible in order. In triggers, because a write that goes round them (psql, a
-- later feature) would be one that a running process never sees.
create function lock_listing_revisions() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7001);
  return null;
end $$;

-- For writers that read before they write: the lock, and then the newest revision. Under the lock every revision that
-- was given out is committed (or was given up).
create function lock_and_read_listing_revisions() returns bigint language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7001);
  return (select case when is_called then last_value else 0 end from listing_revisions);
end $$;

create function assign_listing_revision() returns trigger language plpgsql as $$
begin
  new.revision := nextval('listing_revisions');
  return new;
end $$;

create function leave_listing_tombstone() returns trigger language plpgsql as $$
begin
  insert into listing_tombstones (listing_id, revision) values (old.id, nextval('listing_revisions'));
  return null;
end $$;

create trigger listings_lock_revisions before insert or update or delete on listings
  for each statement execute function lock_listing_revisions();
create trigger listings_assign_revision before insert or update on listings
  for each row execute function assign_listing_revision();
create trigger listings_leave_tombstone after delete on listings
  for each row execute function leave_listing_tombstone();
