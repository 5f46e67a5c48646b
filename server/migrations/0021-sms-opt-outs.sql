-- Who has texted STOP, by the account they texted it to: no text of that account goes there until they text START.
create table sms_opt_outs (
  account_sid text not null,
  phone text not null,
  -- Whose account it is as far as the signature has shown: anybody can claim somebody else's SID. Null: the platform's.
  brokerage_id integer references brokerages on delete cascade,
  -- The agents whose own setting STOP has changed: START changes theirs back, and nobody else's.
  agent_ids integer[] not null default '{}',
  created_at timestamptz not null,
  unique nulls not distinct (account_sid, phone, brokerage_id)
);
-- Whether it was STOP that opted an agent out, and not themselves or their broker since.
alter table agents add column sms_opt_out_by_text boolean not null default false;
create index sms_accounts_sid on sms_accounts (account_sid);
-- Which texts have come in, not what they said: one that is reported again changes nothing.
create table inbound_texts (
  message_sid text primary key,
  received_at timestamptz not null
);
create index inbound_texts_received on inbound_texts (received_at);
-- Leads by the end of their telephone number, however it was written: for an opt-out by text.
create index leads_phone on leads (right(regexp_replace(phone, '\D', '', 'g'), 10)) where phone is not null;
