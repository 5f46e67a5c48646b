-- Whose turn it is: one row a brokerage, locked by whoever routes a lead of it, so that turns are taken one by one.
create table routing_turns (
  brokerage_id integer primary key references brokerages on delete cascade
);

-- Weighted rotation: how many of its places in the pool an agent has used in this round.
create table rotation_places (
  brokerage_id integer not null references routing_turns on delete cascade,
  agent_id integer not null references agents on delete cascade,
  used integer not null,
  primary key (brokerage_id, agent_id)
);

-- Why a lead went to whom: every decision, the latest is the one that holds.
create table routing_decisions (
  id integer generated always as identity primary key,
  lead_id integer not null references leads on delete cascade,
  strategy text not null,
  used_strategy text not null,
  agent_id integer references agents on delete set null,
  candidates jsonb not null,
  decided_at timestamptz not null
);
create index routing_decisions_lead on routing_decisions (lead_id, id);
