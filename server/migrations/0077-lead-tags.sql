-- The tags of a brokerage, in lower case. A name stays for its next lead until a broker deletes it.
create table lead_tag_names (
  id integer generated always as identity primary key,
  brokerage_id integer not null references brokerages on delete cascade,
  name text not null,
  created_at timestamptz not null,
  unique (brokerage_id, name)
);
-- Lists of all brokerages by a tag.
create index lead_tag_names_name on lead_tag_names (name);

create table lead_tags (
  lead_id integer not null references leads on delete cascade,
  tag_id integer not null references lead_tag_names on delete cascade,
  tagged_at timestamptz not null,
  primary key (lead_id, tag_id)
);
-- The leads of a tag, and how many there are.
create index lead_tags_tag on lead_tags (tag_id, lead_id);

-- The list by response clock: the first due first, then those whose clock has stopped. Of a brokerage, and of all.
create index leads_by_waiting on leads (
  brokerage_id, (case when response_stopped_at is null then response_due_at end), id
);
create index leads_all_by_waiting on leads ((case when response_stopped_at is null then response_due_at end), id);
