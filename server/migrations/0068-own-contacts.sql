-- Which of its agent's and office's fields a listing's record has itself: bits 1, 2, 4 the agent's name, phone and email; 8, 16, 32 the
-- office's. The rest is filled from the rosters before what records of other listings say (feeds.md, D22). Null: as if it had all.
alter table listings add column own_contacts smallint;

-- What listings may show of an agent or an office that is not their own: a change is announced to them, as is one of `record_name`.
alter table feed_offices
  add column roster_contact text generated always as (
    coalesce(roster_name, '') || chr(31) || coalesce(roster_phone, '') || chr(31) || coalesce(roster_email, '')
  ) stored,
  add column announced_roster text default chr(31) || chr(31);
alter table feed_agents
  add column roster_contact text generated always as (
    coalesce(roster_name, '') || chr(31) || coalesce(roster_phone, '') || chr(31) || coalesce(roster_email, '')
  ) stored,
  add column announced_roster text default chr(31) || chr(31);
update feed_offices set announced_name = record_name, announced_roster = roster_contact where name is not distinct from announced_name;
update feed_agents set announced_name = record_name, announced_roster = roster_contact where name is not distinct from announced_name;
drop index feed_offices_renamed;
drop index feed_agents_renamed;
create index feed_offices_changed on feed_offices (source_id)
  where record_name is distinct from announced_name or roster_contact is distinct from announced_roster;
create index feed_agents_changed on feed_agents (source_id)
  where record_name is distinct from announced_name or roster_contact is distinct from announced_roster;
