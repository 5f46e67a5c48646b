-- Null: a row from before anybody noted it, of which the status alone tells. Until now such rows said true.
alter table listing_history alter column was_shown drop default, alter column was_shown drop not null;
update listing_history set was_shown = null where was_shown;

-- The day of the feed's count was a day of UTC, and is one of the listing's own zone now (local-day.ts): of a listing imported
-- in the evening the count was one too low. A row that was written since by something else than an import stays as it is.
with zones as (
  select unnest(string_to_array(states, ' ')) as state, zone
  from (values
    ('CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV', 'America/New_York'),
    ('AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI', 'America/Chicago'),
    ('CO MT NM UT WY', 'America/Denver'),
    ('AZ', 'America/Phoenix'),
    ('CA NV OR WA', 'America/Los_Angeles'),
    ('AK', 'America/Anchorage'),
    ('HI', 'Pacific/Honolulu'),
    ('PR VI', 'America/Puerto_Rico')
  ) known (states, zone)
), days as (
  select l.id, (l.updated_at at time zone coalesce(z.zone, 'America/Boise'))::date as local_day
  from listings l
  left join zones z on z.state = upper(l.state)
  where l.feed_days_on_market_day = (l.updated_at at time zone 'UTC')::date
)
update listings
set feed_days_on_market_day = days.local_day
from days
where listings.id = days.id
  and listings.feed_days_on_market_day <> days.local_day;
