-- What visitors have seen of a listing: the pages of the website have the time of their last change, and a page that was public answers
-- that its home is gone. Null in rows of before this migration until they change: nothing is rewritten.
alter table listings
  -- When something last changed that may be shown of it: not the times and the words of its source that no page has.
  add column shown_changed_at timestamptz,
  -- The first time that it was public, and since when it is public no more.
  add column shown_from timestamptz,
  add column shown_until timestamptz;

-- Since when a brokerage shows the listings of a source; those without a selection show all, since the brokerage's own time.
alter table brokerage_sources add column shown_since timestamptz not null default now();
alter table brokerages add column all_sources_since timestamptz not null default now();
update brokerages set all_sources_since = created_at;
update brokerage_sources
set shown_since = brokerages.created_at
from brokerages
where brokerages.id = brokerage_id;

-- The condition `isPublic` of listings/statuses.ts, of one listing.
create function listing_is_public(of_source integer, shows boolean, status text, sold date)
returns boolean language plpgsql stable as $$
begin
  if not shows then
    return false;
  elsif status in ('Active', 'Active Under Contract', 'Coming Soon', 'Pending') then
    return true;
  elsif status <> 'Closed' then
    return false;
  end if;
  return not exists (
    select
    from source_rules
    where source_id = of_source
      and (
        not show_sold
        or sold_max_age_days is not null
          and coalesce(sold < (now() at time zone 'utc')::date - sold_max_age_days, true)
      )
  );
end $$;

create or replace function assign_listing_revision() returns trigger language plpgsql as $$
declare
  is_public boolean := listing_is_public(new.source_id, new.show_listing, new.status, new.sold_date);
begin
  new.revision := nextval('listing_revisions');
  if tg_op = 'INSERT' then
    new.content_revision := new.revision;
    new.shown_changed_at := now();
    if is_public then
      new.shown_from := now();
    end if;
    return new;
  end if;
  if new.rules_revision = old.rules_revision and new.touches = old.touches then
    new.content_revision := new.revision;
  end if;
  -- A record whose shown values are the same says something new in other fields alone. Without another record the change is one of what
  -- belongs to the listing: its photos, open houses and history, its agents, or the rules of its source.
  if new.content_hash = old.content_hash
    or (
      new.listing_id, new.list_price, new.close_price, new.beds, new.baths, new.sqft, new.lot_size_acres, new.year_built, new.stories,
      new.garage_spaces, new.address, new.city, new.state, new.zip, new.county, new.latitude, new.longitude, new.property_type,
      new.property_subtype, new.status, new.list_date, new.sold_date, new.description, new.features, new.list_agent_id,
      new.list_office_id, new.own_contacts, new.attribution_contact, new.show_listing, new.show_address, new.photos_hash,
      new.hoa_monthly, new.new_construction, new.parcel_number
    ) is distinct from (
      old.listing_id, old.list_price, old.close_price, old.beds, old.baths, old.sqft, old.lot_size_acres, old.year_built, old.stories,
      old.garage_spaces, old.address, old.city, old.state, old.zip, old.county, old.latitude, old.longitude, old.property_type,
      old.property_subtype, old.status, old.list_date, old.sold_date, old.description, old.features, old.list_agent_id,
      old.list_office_id, old.own_contacts, old.attribution_contact, old.show_listing, old.show_address, old.photos_hash,
      old.hoa_monthly, old.new_construction, old.parcel_number
    )
  then
    new.shown_changed_at := now();
  else
    new.shown_changed_at := coalesce(old.shown_changed_at, old.updated_at);
  end if;
  if new.shown_from is null and listing_is_public(old.source_id, old.show_listing, old.status, old.sold_date) then
    new.shown_from := old.created_at;
  end if;
  if is_public then
    new.shown_from := coalesce(new.shown_from, now());
    new.shown_until := null;
  elsif new.shown_from is not null then
    new.shown_until := coalesce(new.shown_until, now());
  end if;
  return new;
end $$;
