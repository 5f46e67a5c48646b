-- Listings whose texts were written since their words were made: an import only notes them, as an entry in the words' index costs more
-- than all else of a listing. Without a reference to listings: who makes the words finds out that a listing is gone.
create table listings_without_words (
  -- A listing may be noted several times: an import that notes it waits for nothing.
  id bigint generated always as identity primary key,
  listing_id bigint not null
);
insert into listings_without_words (listing_id)
select listing_id
from listing_words
where words is null;
drop index listing_words_unmade;
delete from listing_words where words is null;
alter table listing_words alter column words set not null;
