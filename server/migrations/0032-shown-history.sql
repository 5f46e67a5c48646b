-- Whether the public could see it happen: prices that changed while a listing was not for the public stay with the staff. Of
-- rows from before this column the statuses alone tell.
alter table listing_history add column was_shown boolean not null default true;
