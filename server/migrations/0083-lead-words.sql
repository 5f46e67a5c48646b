-- What the search among leads compares: their words, and the digits of the telephone. A word may begin anywhere and have two letters,
-- for which no index is of use: all are read. So they are in rows of their own, which are a tenth of a lead's, with the letters lowered
-- once. Triggers write them, in the transaction of the change.
create table lead_words (
  lead_id integer primary key references leads on delete cascade,
  brokerage_id integer not null,
  words text not null,
  -- Null: no telephone.
  digits text
);

create function words_of_lead(first_name text, last_name text, email text, subject text) returns text
language sql immutable
return lower(first_name || ' ' || last_name || ' ' || email || ' ' || subject);

create function digits_of_phone(phone text) returns text
language sql immutable
return translate(phone, ' ()+-./', '');

insert into lead_words (lead_id, brokerage_id, words, digits)
select id, brokerage_id, words_of_lead(first_name, last_name, email, subject), digits_of_phone(phone)
from leads;
-- Those of one brokerage among many.
create index lead_words_brokerage on lead_words (brokerage_id);
analyze lead_words;

create function add_lead_words() returns trigger language plpgsql as $$
begin
  insert into lead_words (lead_id, brokerage_id, words, digits)
  select id, brokerage_id, words_of_lead(first_name, last_name, email, subject), digits_of_phone(phone)
  from added;
  return null;
end $$;
create trigger leads_words_added after insert on leads
  referencing new table as added
  for each statement execute function add_lead_words();

create function change_lead_words() returns trigger language plpgsql as $$
begin
  update lead_words
  set words = words_of_lead(new.first_name, new.last_name, new.email, new.subject), digits = digits_of_phone(new.phone)
  where lead_id = new.id;
  return null;
end $$;
create trigger leads_words_changed after update of first_name, last_name, email, phone, subject on leads
  for each row
  when (
    (new.first_name, new.last_name, new.email, new.phone, new.subject)
      is distinct from (old.first_name, old.last_name, old.email, old.phone, old.subject)
  )
  execute function change_lead_words();
