-- The ledger of every email, text and push: written with what gives rise to it, before anything is sent, once for each
-- occasion. What it says is kept until it is sent, and no longer.
create table messages (
  id bigint generated always as identity primary key,
  brokerage_id integer not null references brokerages on delete cascade,
  lead_id integer references leads on delete cascade,
  kind text not null,
  channel text not null check (channel in ('email', 'sms', 'push')),
  recipient text not null,
  -- What, whom, which occasion: the same message is never made twice.
  occasion text not null unique,
  -- The Message-ID, or the provider's key: the same however often it has to be sent.
  reference text not null unique,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'dropped')),
  due_at timestamptz not null,
  -- While one process sends it; when that died, another one takes over after this.
  claimed_until timestamptz,
  attempts integer not null default 0,
  content jsonb,
  -- Why it was not sent, in a line.
  failure text,
  created_at timestamptz not null,
  finished_at timestamptz
);
-- What is to be sent next, or again.
create index messages_due on messages (due_at, id) where state in ('waiting', 'sending');
create index messages_lead on messages (lead_id, id) where lead_id is not null;
