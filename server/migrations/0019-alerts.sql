-- Which alerts of a lead that waits for its first contact have been decided on: sent, or passed over because they were
-- off when their time came. Each at most once in a lead's life.
alter table leads add column alerts_decided text[] not null default '{}';
-- Leads that wait, and have alerts to come: gone from here when somebody answers, or when all five are decided.
create index leads_waiting on leads (brokerage_id, response_due_at)
  where stage = 'NEW' and response_stopped_at is null and response_due_at is not null and cardinality(alerts_decided) < 5;
-- Follow-ups that nobody has been reminded of.
create index leads_follow_up_unreminded on leads (follow_up_due_at)
  where follow_up_due_at is not null and follow_up_reminded_at is null;
-- Each channel has a queue of its own: one that is down holds up no other.
drop index messages_due;
create index messages_due on messages (channel, due_at, id) where state in ('waiting', 'sending');
