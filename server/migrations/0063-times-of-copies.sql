alter table listing_photos
  -- When its MLS had changed the picture that the copy shows, where that was read with a fresh address: the listing may have been
  -- stored before that change. `modified_at` is what the listing was stored with.
  add column copy_modified_at timestamptz;
