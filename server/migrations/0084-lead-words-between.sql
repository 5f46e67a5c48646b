-- Leads that the version before wrote while 0083 was applied, after its copy and before its triggers: a transaction that was open then has
-- left them without words, or with those of before an edit. The triggers are there now.
insert into lead_words (lead_id, brokerage_id, words, digits)
select id, brokerage_id, words_of_lead(first_name, last_name, email, subject), digits_of_phone(phone)
from leads
where not exists (select from lead_words where lead_id = leads.id);

-- rows: those of leads that were edited in that second or two
update lead_words
set words = words_of_lead(first_name, last_name, email, subject), digits = digits_of_phone(phone)
from leads
where leads.id = lead_id
  and (words, digits)
    is distinct from (words_of_lead(first_name, last_name, email, subject), digits_of_phone(phone));
