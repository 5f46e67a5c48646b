-- A batch of an import has some ten photos of each listing. Each listing is looked up once, by its key: a join of all rows
-- read every listing of the table.

create or replace function check_rows_have_listings() returns trigger language plpgsql as $$
declare
  orphaned boolean;
begin
  perform pg_advisory_xact_lock(7001);
  -- `execute` makes a new plan each time.
  execute '
    select exists (
      select from (select distinct listing_id from stored_rows) as referenced
      where (select true from listings where listings.id = referenced.listing_id) is null
    )' into orphaned;
  if orphaned then
    raise foreign_key_violation using
      message = format('a row of %s belongs to no listing', tg_table_name), table = tg_table_name;
  end if;
  return null;
end $$;
