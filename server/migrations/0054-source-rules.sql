-- What the licence of a source allows, as data. A source without a row has the defaults (docs/source-rules.md).
create table source_rules (
  source_id integer primary key references sources on delete cascade,
  attribution boolean not null default true,
  -- Null: the source's name.
  source_name text,
  source_logo_url text,
  disclaimer text,
  copyright text,
  ai boolean not null default true,
  show_sold boolean not null default true,
  sold_max_age_days integer,
  show_history boolean not null default true,
  show_days_on_market boolean not null default true,
  show_coordinates boolean not null default true,
  avm text not null default 'record' check (avm in ('record', 'never')),
  comments text not null default 'record' check (comments in ('record', 'never')),
  max_age_hours integer,
  vow_fields text[] not null default '{}',
  vow_terms_version text,
  vow_terms_text text,
  fields_hidden text[] not null default '{}',
  -- Counts the changes.
  revision integer not null default 1,
  -- The revision up to which all readers of the change log were told to read the source's listings again.
  applied_revision integer not null default 0,
  -- Sold listings from before this day have been taken out of everything (sold_max_age_days).
  sold_hidden_before date,
  updated_at timestamptz not null default now()
);

-- Which terms of a virtual office website a client has accepted.
create table vow_acceptances (
  client_id integer not null references clients on delete cascade,
  source_id integer not null references sources on delete cascade,
  version text not null,
  accepted_at timestamptz not null,
  primary key (client_id, source_id)
);

-- RESO AttributionContact: whom to ask about the listing, as the source words it.
alter table listings add column attribution_contact text;

-- The revision of the rules for which all readers of the change log read the listing again, although it is unchanged itself.
alter table listings add column rules_revision integer not null default 0;
-- The last revision that the listing itself changed with; 0 when that was before this column.
alter table listings add column content_revision bigint not null default 0;

create or replace function assign_listing_revision() returns trigger language plpgsql as $$
begin
  new.revision := nextval('listing_revisions');
  if tg_op = 'INSERT' then
    new.content_revision := new.revision;
  elsif new.rules_revision = old.rules_revision then
    new.content_revision := new.revision;
  end if;
  return new;
end $$;

-- How current the listings of a source with a feed are: what rules need to know of its feed.
create view source_currency as
select source_id, current_as_of
from feeds;
