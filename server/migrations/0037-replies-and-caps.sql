-- What a sender was told who registered in the name of a known person without being recognized as them: the same again each time,
-- so that the reply does not tell whether the person was known.
create table registration_replies (
  id integer generated always as identity primary key,
  lead_id integer not null references leads on delete cascade,
  -- By which the sender is found again: the network address, the visitor's session.
  sender text,
  session_id uuid,
  -- The lead's own, or an id that no lead has.
  told_lead_id integer not null,
  agent_id integer references agents on delete set null,
  created_at timestamptz not null
);
create index registration_replies_lead on registration_replies (lead_id, created_at);
create index registration_replies_agent on registration_replies (agent_id);
create index registration_replies_session on registration_replies (session_id) where session_id is not null;

-- Whom the cap of an alert counts, where that is not its recipient: one person has several browsers, of which a notice counts once.
alter table messages add column reader text;
-- A magic link knows the address that asked for it, so that one sender cannot use up what others may ask for.
alter table magic_links add column sender text;
