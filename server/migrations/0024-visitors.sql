-- Somebody who has shown that an email is theirs, by a link they were sent. Leads are found by the same email.
create table clients (
  id integer generated always as identity primary key,
  brokerage_id integer not null references brokerages on delete cascade,
  email text not null,
  created_at timestamptz not null
);
create unique index clients_email on clients (brokerage_id, lower(email));

-- A visitor of a brokerage's website, as long as one browser remembers the id; forgotten 30 days after the last sign.
create table visitor_sessions (
  id uuid primary key,
  brokerage_id integer not null references brokerages on delete cascade,
  notes text not null default '',
  assigned_agent_id integer,
  -- Who it is, once that is known: the client who has opened their link, the lead that has come of it.
  client_id integer references clients on delete set null,
  lead_id integer references leads on delete set null,
  -- What has been found out from the events there are: a pure function of them (visitors/inference).
  inferred jsonb not null default '{}',
  properties_viewed integer not null default 0,
  events_kept integer not null default 0,
  created_at timestamptz not null,
  last_activity_at timestamptz not null,
  foreign key (brokerage_id, assigned_agent_id) references agents (brokerage_id, id)
);
-- Those that are to be forgotten.
create index visitor_sessions_quiet on visitor_sessions (last_activity_at);
-- A person's sessions.
create index visitor_sessions_client on visitor_sessions (client_id) where client_id is not null;
create index visitor_sessions_lead on visitor_sessions (lead_id) where lead_id is not null;
-- An agent who goes.
create index visitor_sessions_agent on visitor_sessions (brokerage_id, assigned_agent_id)
  where assigned_agent_id is not null;

-- What a visitor has done. The id is the browser's, so that an event that is sent twice is kept once.
create table visitor_events (
  session_id uuid not null references visitor_sessions on delete cascade,
  id text not null,
  type text not null check (type in ('property_view', 'photo_engagement', 'filter_change', 'search_query',
    'favorite_added', 'favorite_removed')),
  occurred_at timestamptz not null,
  data jsonb not null,
  primary key (session_id, id)
);

-- What inference knows of the listings a visitor has met, as they were then.
create table visitor_listings (
  session_id uuid not null references visitor_sessions on delete cascade,
  listing_id text not null,
  traits jsonb not null,
  primary key (session_id, listing_id)
);

-- What visitors have said themselves, which always wins over what was inferred: added, or confirmed, or rejected.
create table visitor_preferences (
  session_id uuid not null references visitor_sessions on delete cascade,
  type text not null check (type in ('price', 'bedrooms', 'bathrooms', 'locations', 'features', 'property_types')),
  -- In lower case: `min`, `max` or `price` of prices, the type's name of rooms, the city of locations, else the key.
  key text not null,
  -- As it was said, or as it had been inferred.
  value jsonb not null,
  verdict text not null check (verdict in ('added', 'confirmed', 'rejected')),
  source text not null check (source in ('inferred', 'user_added')),
  said_at timestamptz not null,
  primary key (session_id, type, key)
);

-- A link that shows whose an email is: once, within 15 minutes.
create table magic_links (
  id integer generated always as identity primary key,
  brokerage_id integer not null references brokerages on delete cascade,
  email text not null,
  token_hash bytea not null unique,
  -- The browser that asked for it. It need not be there any more.
  session_id uuid,
  -- Made when the link is used.
  client_id integer references clients on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
-- Those of one email that are pending.
create index magic_links_email on magic_links (brokerage_id, lower(email), created_at);
-- Those that are to be forgotten.
create index magic_links_expired on magic_links (expires_at);

create table client_favorites (
  client_id integer not null references clients on delete cascade,
  listing_id text not null,
  created_at timestamptz not null,
  primary key (client_id, listing_id)
);

-- What has given rise to a sign of interest, where that can be reported more than once: each counts once.
alter table lead_signals add column origin text;
create unique index lead_signals_origin on lead_signals (lead_id, origin) where origin is not null;

-- Of which visitor's session a kept reply tells, so that it goes with the session's other data.
alter table idempotency_keys add column session_id uuid;
create index idempotency_keys_session on idempotency_keys (session_id) where session_id is not null;
