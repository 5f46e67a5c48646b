-- Counts the changes of what belongs to a listing and is in other tables: its history, its open houses. It gives the listing a new
-- revision, so that readers of the change log read it again; the listing itself is unchanged (content_revision).
alter table listings add column touches integer not null default 0;

create or replace function assign_listing_revision() returns trigger language plpgsql as $$
begin
  new.revision := nextval('listing_revisions');
  if tg_op = 'INSERT' then
    new.content_revision := new.revision;
  elsif new.rules_revision = old.rules_revision and new.touches = old.touches then
    new.content_revision := new.revision;
  end if;
  return new;
end $$;

-- Open houses, in triggers for the same reason as the revisions themselves: every program that writes open houses takes part, and so
-- every process sees the change. The lock of the change log is taken before any row is.
create trigger open_houses_lock_revisions before insert or update or delete on open_houses
  for each statement execute function lock_listing_revisions();

create function touch_listings_of_open_houses() returns trigger language plpgsql as $$
begin
  update listings
  set touches = touches + 1
  where (source_id, listing_key) in (select source_id, listing_key from changed_open_houses);
  return null;
end $$;

create trigger open_houses_touch_inserted after insert on open_houses
  referencing new table as changed_open_houses
  for each statement execute function touch_listings_of_open_houses();
create trigger open_houses_touch_deleted after delete on open_houses
  referencing old table as changed_open_houses
  for each statement execute function touch_listings_of_open_houses();
-- An open house that moves to another listing touches both.
create trigger open_houses_touch_updated after update on open_houses
  referencing new table as changed_open_houses
  for each statement execute function touch_listings_of_open_houses();
create trigger open_houses_touch_left after update on open_houses
  referencing old table as changed_open_houses
  for each statement execute function touch_listings_of_open_houses();
