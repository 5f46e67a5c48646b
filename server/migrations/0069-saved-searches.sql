-- Searches that people keep, and the alerts that follow from them (docs/saved-searches.md).

-- What a client has done last: alerts become rare for clients who never react (visitors slice).
create table client_activity (
  client_id integer primary key references clients on delete cascade,
  -- The last click in an alert, or the last call with the client's token.
  active_at timestamptz,
  -- When the first alert since then was sent; null: none was.
  unanswered_since timestamptz
);
create index client_activity_unanswered on client_activity (unanswered_since) where unanswered_since is not null;

-- Revisions of searches become visible in order, as those of listings do (0003-listings.sql): a process that keeps searches in memory
-- misses none. Deletions have no revision: an event is stored only for a search that exists.
create sequence saved_search_revisions as bigint;

create table saved_searches (
  id integer generated always as identity primary key,
  brokerage_id integer not null references brokerages on delete cascade,
  client_id integer not null references clients on delete cascade,
  revision bigint not null default 0,
  name text,
  -- As they were given.
  given_filters jsonb not null,
  query text,
  -- What the query was understood as when it was saved; null without a query.
  interpreted jsonb,
  -- What decides whether a listing matches: filters by the list's names, and exclusions.
  criteria jsonb not null,
  frequency text not null check (frequency in ('instant', 'daily', 'weekly', 'off')),
  channels text[] not null,
  events text[] not null,
  status text not null default 'active' check (status in ('active', 'paused')),
  -- The member of staff who has made it for a lead; null: the client.
  made_by text,
  -- When a mail has told the client who made it.
  introduced_at timestamptz,
  -- Listings that match since an earlier moment, or by an earlier change, are not new to it.
  matching_since timestamptz not null,
  matching_after bigint not null,
  last_seen_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index saved_searches_client on saved_searches (client_id, id);
create index saved_searches_brokerage on saved_searches (brokerage_id);
create index saved_searches_revision on saved_searches (revision);

create function lock_saved_search_revisions() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7002);
  return null;
end $$;

create function assign_saved_search_revision() returns trigger language plpgsql as $$
begin
  new.revision := nextval('saved_search_revisions');
  return new;
end $$;

-- Of changes that processes take over. One of the filters or of the query sets `matching_after`.
create trigger saved_searches_lock_revisions
  before insert or update of name, criteria, frequency, channels, events, status, matching_after on saved_searches
  for each statement execute function lock_saved_search_revisions();
create trigger saved_searches_assign_revision
  before insert or update of name, criteria, frequency, channels, events, status, matching_after on saved_searches
  for each row execute function assign_saved_search_revision();

-- Links that confirm the email of a search, some days longer than they are valid.
create table search_confirmations (
  id bigint generated always as identity primary key,
  brokerage_id integer not null references brokerages on delete cascade,
  email text not null,
  token_hash bytea not null unique,
  -- The network that has asked for it; limits how much mail one can cause.
  sender text,
  -- What is saved once the link is used; null from then on.
  search jsonb,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index search_confirmations_email on search_confirmations (brokerage_id, lower(email), created_at);
create index search_confirmations_expired on search_confirmations (expires_at);

-- A client as the recipient of alerts. Its lock orders what is scheduled for the client.
create table alert_recipients (
  client_id integer primary key references clients on delete cascade,
  time_zone text,
  favorites_frequency text not null default 'instant'
    check (favorites_frequency in ('instant', 'daily', 'weekly', 'off')),
  favorites_channels text[] not null default '{email}',
  favorites_status text not null default 'active' check (favorites_status in ('active', 'paused')),
  -- Unanswered alerts: whether a mail has said that they are weekly from now on, and whether any were scheduled so.
  weekly_announced boolean not null default false,
  slowed boolean not null default false
);

create index alert_recipients_slowed on alert_recipients (client_id) where slowed;

-- An alert: what one mail, or the pushes of one moment, will tell. Its content is composed when it is sent.
create table search_alerts (
  id bigint generated always as identity primary key,
  brokerage_id integer not null references brokerages on delete cascade,
  client_id integer not null references clients on delete cascade,
  channel text not null check (channel in ('email', 'push')),
  cadence text not null check (cadence in ('instant', 'scheduled')),
  due_at timestamptz not null,
  -- Events join an open one. It is sending while a message of it is claimed.
  state text not null default 'open' check (state in ('open', 'sending', 'sent', 'dropped')),
  -- In its links: counts clicks.
  ref text not null unique,
  -- Events beyond those that are stored.
  more integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index search_alerts_client on search_alerts (client_id, finished_at);
create index search_alerts_sending on search_alerts (id) where state = 'sending';
create index search_alerts_finished on search_alerts (finished_at) where finished_at is not null;
create index search_alerts_due on search_alerts (channel, due_at) where finished_at is null;
create index search_alerts_brokerage on search_alerts (brokerage_id);

-- What has happened to a listing for a client, once for all of their searches. A change with a price drop may be several: the drop waits.
create table search_events (
  id bigint generated always as identity primary key,
  client_id integer not null references clients on delete cascade,
  -- Without a reference: the listing may be gone.
  listing_id bigint not null,
  -- The change of the listing.
  revision bigint not null,
  -- What is told of it, and the searches that want to tell it.
  kinds text[] not null,
  search_ids integer[] not null,
  of_favorite boolean not null,
  -- The searches that it began to match, whether or not they tell it.
  new_for integer[] not null,
  -- Of a price drop: the price before it.
  from_price numeric(14, 2),
  -- The listing's status after the change.
  status text not null,
  occurred_at timestamptz not null,
  -- A price drop, and what a search finds only since one, is held for an hour. A drop that one channel tells with an earlier one which
  -- waits there, and the other one has told already, is apart.
  part text not null check (part in ('at_once', 'held', 'drop_of_one_channel')),
  ready_at timestamptz not null,
  email_alert_id bigint references search_alerts on delete set null,
  push_alert_id bigint references search_alerts on delete set null,
  -- Until its alerts are sent.
  pending boolean not null,
  constraint search_events_once unique (client_id, listing_id, revision, part)
);
create index search_events_pending on search_events (listing_id) where pending;
create index search_events_pending_client on search_events (client_id) where pending;
create index search_events_email_alert on search_events (email_alert_id) where email_alert_id is not null;
create index search_events_push_alert on search_events (push_alert_id) where push_alert_id is not null;
create index search_events_occurred on search_events (occurred_at);

-- Listings that were there before alerts were: the change log has only their last change, which is no event.
create table alert_matching (
  only_row boolean primary key default true check (only_row),
  -- Ids are given out under the lock of the listings' revisions, so a listing with a greater one has come later.
  listings_through bigint not null
);
insert into alert_matching (listings_through)
select coalesce(max(id), 0) from listings;

-- The listing as it was when its last change was matched, and which home it is. Rows of listings that are gone stay for a while,
-- because a home that returns under another id is not new.
create table listing_states (
  listing_id bigint primary key,
  -- Without a reference: the source may be gone.
  source_id integer not null,
  -- Null once the listing is gone.
  state text,
  -- Hashes of the listing's public id, of its parcel and of its address.
  id_key text,
  parcel_key text,
  address_key text,
  -- Public and not sold.
  is_listed boolean not null,
  -- When it was last seen on the market, if it is not now; null: never.
  listed_until timestamptz
);
create index listing_states_id_key on listing_states (id_key) where id_key is not null;
create index listing_states_parcel on listing_states (parcel_key) where parcel_key is not null;
create index listing_states_address on listing_states (address_key) where address_key is not null;
create index listing_states_gone on listing_states (listed_until) where state is null;

-- Which clients have a listing among their favorites.
create index client_favorites_listing on client_favorites (listing_id);

-- Browsers of clients.
alter table push_subscriptions add column client_id integer references clients on delete cascade;
alter table push_subscriptions drop constraint push_subscriptions_check;
alter table push_subscriptions add constraint push_subscriptions_check
  check (num_nonnulls(user_id, api_key_id, client_id) = 1);
alter table push_subscriptions drop constraint push_subscriptions_role_check;
alter table push_subscriptions add constraint push_subscriptions_role_check
  check (role in ('admin', 'broker', 'agent', 'client'));
create unique index push_subscriptions_client on push_subscriptions (client_id, endpoint) where client_id is not null;

-- The alert that a message tells. Without a reference: messages are kept for longer.
alter table messages add column alert_id bigint;
create index messages_alert on messages (alert_id) where alert_id is not null;

-- Alerts wait in the ledger until they are due, some for days: they have a queue, and an index, of their own.
drop index messages_due;
create index messages_due on messages (channel, due_at, id)
  where state in ('waiting', 'sending') and kind <> 'search_alert';
create index messages_due_alerts on messages (channel, due_at, id)
  where state in ('waiting', 'sending') and kind = 'search_alert';
