-- A photo is its MediaKey: its address changes while it stays the same photo. Only where there is no MediaKey it is its address.

-- A listing that had a MediaKey at two addresses keeps the first.
create temporary table repeated_photos on commit drop as
select id, listing_id
from (
  select id, listing_id, row_number() over (
    partition by listing_id, coalesce(media_key, url)
    order by position, id
  ) as nth
  from listing_photos
) numbered
where nth > 1;
delete from listing_photos using repeated_photos where listing_photos.id = repeated_photos.id;
update listings set updated_at = now() where id in (select listing_id from repeated_photos);

create unique index listing_photos_identity on listing_photos (listing_id, hashtextextended(coalesce(media_key, url), 0));
drop index listing_photos_listing_id_url_key;

alter table listing_photos
  -- The address at which the picture was stored, when `url` is a newer address of the same picture.
  add column picture_url text,
  -- Our copy: its key in the file storage, without size and format.
  add column copy_key text,
  -- Whether the copy shows the picture as its MLS last changed it.
  add column copy_is_current boolean not null default false;

alter table sources
  -- Whether only our copies of its photos are shown: the source has a feed that copies them.
  add column copies_photos boolean not null default false,
  -- Whether it ever had one: then copies of its photos may be there.
  add column has_copies boolean not null default false;
update sources
set copies_photos = true, has_copies = true
where exists (select from feeds where feeds.source_id = sources.id and feeds.copy_media);

create function note_copied_sources() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update sources set copies_photos = false where id = old.source_id and copies_photos;
  else
    update sources
    set copies_photos = new.copy_media, has_copies = has_copies or new.copy_media
    where id = new.source_id and copies_photos != new.copy_media;
  end if;
  return null;
end $$;

create trigger feeds_note_copied_sources after insert or delete or update of copy_media on feeds
  for each row execute function note_copied_sources();

-- The listings of copied sources whose photos are not all copied.
create table photo_copies (
  listing_id bigint primary key,
  source_id integer not null references sources on delete cascade,
  list_date date not null default '-infinity',
  -- 2: the preferred photo can be copied now; 1: others can; 0: all of them wait.
  priority integer not null,
  -- Photos that are not copied.
  pending integer not null,
  -- When the first of those that wait can be asked for.
  wake_at timestamptz
);
-- What is copied next.
create index photo_copies_next on photo_copies (source_id, priority, list_date, listing_id) where priority > 0;
create index photo_copies_waiting on photo_copies (source_id, wake_at) where wake_at is not null;
-- Photos that a feed has not copied.
create index photo_copies_pending on photo_copies (source_id) include (pending);

-- Requests of photos in the last hour, noted before they are sent, and those after which a photo waits for longer.
create table photo_requests (
  id bigint generated always as identity primary key,
  source_id integer not null references sources on delete cascade,
  -- The MediaKey; the address where there is none.
  media_key text not null,
  -- sha256
  address_hash bytea not null,
  requested_at timestamptz not null,
  -- Null while the request is under way, or when its process died.
  outcome text check (outcome in ('copied', 'refused', 'limited', 'failed', 'unusable')),
  -- The copy that was made.
  copy_key text,
  -- The photo is not asked for before.
  retry_at timestamptz
);
create index photo_requests_media_key on photo_requests (source_id, media_key, requested_at);
create index photo_requests_address on photo_requests (source_id, address_hash, requested_at);
create index photo_requests_requested_at on photo_requests (requested_at);
