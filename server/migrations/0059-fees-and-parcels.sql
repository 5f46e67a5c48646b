-- RESO AssociationFee, AssociationFeeFrequency, AssociationYN, NewConstructionYN and ParcelNumber. Listings that are stored already get
-- them with the next import that has them: the content hash of a record covers them.
alter table listings
  add column association_fee numeric(14, 2),
  add column association_fee_frequency text,
  add column has_association boolean,
  -- The fee a month; 0 without an association; null where neither is known.
  add column hoa_monthly numeric(14, 2),
  add column new_construction boolean,
  add column parcel_number text;
