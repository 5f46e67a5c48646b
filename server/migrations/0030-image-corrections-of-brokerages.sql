-- What people say a photo shows belongs to the brokerage whose people say it: listings of one source are shown by many. Null: for
-- all brokerages, said by an admin of none.
alter table image_room_types
  drop constraint image_room_types_pkey,
  add column id integer generated always as identity primary key,
  add column brokerage_id integer references brokerages on delete cascade;
alter table image_features
  drop constraint image_features_photo_id_key_key,
  add column brokerage_id integer references brokerages on delete cascade;

-- Existing rows go to the brokerage of the latest audit row that tells of them. The audit log has no index for that and may be large:
-- it is read once.
create temporary table image_correction_audits on commit drop as
select distinct on (target_type, target_id, actor_name) target_type, target_id, actor_name, brokerage_id
from audit_log
where (target_type = 'image' and after ->> 'manually_set' is distinct from 'false')
  or (target_type = 'image_feature' and action = 'create')
order by target_type, target_id, actor_name, id desc;

update image_room_types
set brokerage_id = audits.brokerage_id
from image_correction_audits audits
where audits.target_type = 'image' and audits.target_id = photo_id::text and audits.actor_name = set_by;
update image_features
set brokerage_id = audits.brokerage_id
from image_correction_audits audits
where audits.target_type = 'image_feature'
  and audits.target_id = image_features.id::text
  and audits.actor_name = added_by;

-- Audit rows are kept for 90 days. Older rows go to the brokerage of the only person or key of that name, unless that is an admin.
create temporary table image_correction_authors on commit drop as
select name, min(brokerage_id) as brokerage_id
from (
  select name, brokerage_id, role
  from api_keys
  union all
  select coalesce(email, subject), brokerage_id, role
  from users
) as authors (name, brokerage_id, role)
group by name
having bool_and(role <> 'admin' and brokerage_id is not null) and count(distinct brokerage_id) = 1;

update image_room_types
set brokerage_id = authors.brokerage_id
from image_correction_authors authors
where authors.name = set_by and image_room_types.brokerage_id is null;
update image_features
set brokerage_id = authors.brokerage_id
from image_correction_authors authors
where authors.name = added_by and image_features.brokerage_id is null;

-- What is left was said by admins, or by people who are not known any more: it stays visible to all, as it was, and an admin can take
-- it back.
create unique index image_room_types_photo on image_room_types (photo_id, coalesce(brokerage_id, 0));
create unique index image_features_photo on image_features (photo_id, coalesce(brokerage_id, 0), key);
create index image_room_types_brokerage on image_room_types (brokerage_id);
create index image_features_brokerage on image_features (brokerage_id);
