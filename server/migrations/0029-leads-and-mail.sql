-- Messages that the public can cause are capped (messages/caps): one that is over its cap is withheld, and its row says why.
alter table messages drop constraint messages_state_check;
alter table messages add constraint messages_state_check
  check (state in ('waiting', 'sending', 'sent', 'failed', 'dropped', 'withheld'));
-- A hash of the email of the visitor who can have caused it; null for what no visitor causes.
alter table messages add column person_key text;
-- What was sent because of a person lately, and what was withheld since.
create index messages_caused_by on messages (brokerage_id, person_key, created_at)
  where person_key is not null and state <> 'withheld';
create index messages_withheld on messages (brokerage_id, person_key, id) where state = 'withheld';

-- The list of leads in each order, of all brokerages and of one.
create index leads_all_newest on leads (created_at, id);
create index leads_all_last_contact on leads (last_contact, id);
create index leads_all_temperature on leads (heat nulls first, id);
create index leads_all_by_stage on leads ((array_position(
  array['NEW', 'CONTACTING', 'QUALIFIED', 'COMMITTED', 'IN_CONTRACT', 'CLOSED', 'ARCHIVED', 'TRASHED'], stage)), id);
create index leads_last_contact on leads (brokerage_id, last_contact, id);
create index leads_temperature on leads (brokerage_id, heat nulls first, id);
create index leads_by_stage on leads (brokerage_id, (array_position(
  array['NEW', 'CONTACTING', 'QUALIFIED', 'COMMITTED', 'IN_CONTRACT', 'CLOSED', 'ARCHIVED', 'TRASHED'], stage)), id);
