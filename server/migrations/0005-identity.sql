-- A key may stand for a brokerage, and for one of its agents.
alter table api_keys
  add column brokerage_id integer references brokerages on delete cascade,
  add column agent_id integer,
  add foreign key (brokerage_id, agent_id) references agents (brokerage_id, id) on delete cascade,
  add check (agent_id is null or brokerage_id is not null);
create index api_keys_brokerage on api_keys (brokerage_id);

-- People seen through an OpenID provider, so that what they do has an actor. Role and brokerage are those of the last
-- token: the provider decides them.
create table users (
  id integer generated always as identity primary key,
  issuer text not null,
  subject text not null,
  email text,
  role text not null check (role in ('admin', 'broker', 'agent')),
  brokerage_id integer references brokerages on delete set null,
  agent_id integer references agents on delete set null,
  last_seen_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  unique (issuer, subject)
);
