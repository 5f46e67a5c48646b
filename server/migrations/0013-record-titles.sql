-- Names are compared letter by letter, beside what the vectors say: an exact name must come first, a typo find it. A
-- record has several vectors, one after the other: of the whole text, and of its passages.
alter table record_vectors add column title text not null default '';
