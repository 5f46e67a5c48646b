-- Browsers that want alerts pushed, as whoever was signed in wanted it: one row a user and browser.
create table push_subscriptions (
  id integer generated always as identity primary key,
  user_id integer references users on delete cascade,
  api_key_id integer references api_keys on delete cascade,
  -- Whose alerts they get, as they were when they subscribed last.
  role text not null check (role in ('admin', 'broker', 'agent')),
  brokerage_id integer references brokerages on delete cascade,
  agent_id integer references agents on delete cascade,
  name text not null,
  endpoint text not null,
  -- The browser's public key and secret, in base64url.
  p256dh text not null,
  auth text not null,
  -- In a row; the fifth ends it. After one, the browser is left alone for a while.
  failures integer not null default 0,
  retry_at timestamptz,
  created_at timestamptz not null,
  -- When the browser subscribed last: of too many, the one that has been silent longest goes.
  renewed_at timestamptz not null,
  check (num_nonnulls(user_id, api_key_id) = 1)
);
create unique index push_subscriptions_user on push_subscriptions (user_id, endpoint) where user_id is not null;
create unique index push_subscriptions_key on push_subscriptions (api_key_id, endpoint) where api_key_id is not null;
create index push_subscriptions_agent on push_subscriptions (agent_id) where agent_id is not null;
create index push_subscriptions_brokerage on push_subscriptions (brokerage_id, role);
