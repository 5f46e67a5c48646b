-- Edits of many leads at once, which can be undone for a minute. Rows live for a day.
create table lead_bulk_edits (
  id bigint generated always as identity primary key,
  -- Who made it, as limits of requests count callers: that caller alone can undo it.
  made_by text not null,
  action text not null check (action in ('assign', 'tag', 'untag', 'enroll', 'move')),
  -- The leads that it changed.
  lead_ids integer[] not null,
  created_at timestamptz not null,
  undo_until timestamptz not null,
  undone_at timestamptz
);
create index lead_bulk_edits_created on lead_bulk_edits (created_at);

-- What it changed of each lead: values before and after.
create table lead_bulk_changes (
  bulk_id bigint not null references lead_bulk_edits on delete cascade,
  lead_id integer not null references leads on delete cascade,
  changes jsonb not null,
  primary key (bulk_id, lead_id)
);
create index lead_bulk_changes_lead on lead_bulk_changes (lead_id);

-- Events of a change that may be undone are not delivered before `held_until`; `held_by` names the change. Later events of the same
-- subject wait for them.
alter table event_outbox
  add column held_until timestamptz,
  add column held_by text;
create index event_outbox_held on event_outbox (subject, id) where held_until is not null;
