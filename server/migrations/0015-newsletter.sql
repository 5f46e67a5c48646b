-- Who wants a brokerage's newsletter. A row stays when somebody leaves: the next subscription takes it up again.
create table newsletter_subscriptions (
  id integer generated always as identity primary key,
  brokerage_id integer not null references brokerages on delete cascade,
  email text not null,
  first_name text,
  interests text[] not null default '{}',
  subscribed_at timestamptz not null,
  unsubscribed_at timestamptz
);
create unique index newsletter_subscriptions_email on newsletter_subscriptions (brokerage_id, lower(email));
