-- The checks of foreign keys keep the plan of their first run as long as the connection lives. On the embedded database that is the
-- first row of the first import: a scan of a table of one page, repeated for each row of all imports that follow. What an import
-- writes is checked once a statement, by a plan that is made for it.

alter table listing_history drop constraint listing_history_listing_id_fkey;

-- The insert looks them up by their keys, and nothing but the deletion of their source deletes them.
alter table listings drop constraint listings_list_agent_id_fkey;
alter table listings drop constraint listings_list_office_id_fkey;

drop trigger listing_photos_have_listings on listing_photos;
drop trigger listings_delete_photos on listings;
drop function check_photos_have_listings();
drop function delete_photos_of_listings();

create function check_rows_have_listings() returns trigger language plpgsql as $$
declare
  orphaned boolean;
begin
  perform pg_advisory_xact_lock(7001);
  -- `execute` makes a new plan each time.
  execute '
    select exists (
      select from stored_rows
      where not exists (select from listings where listings.id = stored_rows.listing_id)
    )' into orphaned;
  if orphaned then
    raise foreign_key_violation using
      message = format('a row of %s belongs to no listing', tg_table_name), table = tg_table_name;
  end if;
  return null;
end $$;

create trigger listing_photos_have_listings after insert on listing_photos
  referencing new table as stored_rows
  for each statement execute function check_rows_have_listings();
create trigger listing_history_has_listings after insert on listing_history
  referencing new table as stored_rows
  for each statement execute function check_rows_have_listings();

create function delete_rows_of_listings() returns trigger language plpgsql as $$
begin
  execute 'delete from listing_photos using deleted_listings where listing_photos.listing_id = deleted_listings.id';
  execute 'delete from listing_history using deleted_listings where listing_history.listing_id = deleted_listings.id';
  return null;
end $$;

create trigger listings_delete_rows after delete on listings
  referencing old table as deleted_listings
  for each statement execute function delete_rows_of_listings();
