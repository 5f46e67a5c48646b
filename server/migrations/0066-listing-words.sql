-- The words of listings, which `keywords` are looked up in. In rows of their own, which are a third of a listing's: a search reads the
-- GIN index and then these rows, and compares none of them.
create table listing_words (
  listing_id bigint primary key references listings on delete cascade,
  source_id integer not null references sources on delete cascade,
  -- Each word with the letter of its field before it: d for the description, a for an address that may be shown. Null: not made yet.
  words tsvector
);
create index listing_words_words on listing_words using gin (words);
-- For the job that makes the words of listings from before this table.
create index listing_words_unmade on listing_words (listing_id) where words is null;
create index listing_words_source on listing_words (source_id);
insert into listing_words (listing_id, source_id)
select id, source_id
from listings;
