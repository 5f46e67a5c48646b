-- Photos are nine of ten rows of an import. What was done for each of them is done for each statement, and the index that
-- holds their addresses holds a hash of eight bytes instead.

create unique index listing_photos_listing_id_url_hash on listing_photos (listing_id, hashtextextended(url, 0));
alter table listing_photos drop constraint listing_photos_listing_id_url_key;
alter index listing_photos_listing_id_url_hash rename to listing_photos_listing_id_url_key;

-- A foreign key reads the listing once for each photo: half of what storing the photo costs. Under the lock of the change
-- log, which every deletion of a listing takes too, one look a statement is as good.
alter table listing_photos drop constraint listing_photos_listing_id_fkey;

create function check_photos_have_listings() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7001);
  if exists (
    select from stored_photos
    where not exists (select from listings where listings.id = stored_photos.listing_id)
  ) then
    raise foreign_key_violation using message = 'a photo belongs to no listing', table = 'listing_photos';
  end if;
  return null;
end $$;

create trigger listing_photos_have_listings after insert on listing_photos
  referencing new table as stored_photos
  for each statement execute function check_photos_have_listings();

create function keep_photo_listing() returns trigger language plpgsql as $$
begin
  raise foreign_key_violation using message = 'a photo stays with its listing', table = 'listing_photos';
end $$;

create trigger listing_photos_stay before update of listing_id on listing_photos
  for each row when (old.listing_id is distinct from new.listing_id)
  execute function keep_photo_listing();

create function delete_photos_of_listings() returns trigger language plpgsql as $$
begin
  delete from listing_photos using deleted_listings where listing_photos.listing_id = deleted_listings.id;
  return null;
end $$;

create trigger listings_delete_photos after delete on listings
  referencing old table as deleted_listings
  for each statement execute function delete_photos_of_listings();

-- Ids are taken from memory, a hundred at a time.
alter sequence listing_photos_id_seq cache 100;
alter sequence listings_id_seq cache 20;
