-- Pairs of entities of which the user said that they are two, or that they may be asked about again.
create table kept_apart (
  space_id text not null,
  a_id text not null,
  b_id text not null,
  seq bigint not null,
  is_apart boolean not null,
  primary key (space_id, a_id, b_id)
);

-- The present plan of merges: made anew by each run of consolidation, so not compared by doctor.
create table merge_plan (
  space_id text not null,
  from_id text not null,
  into_id text not null,
  why text not null,
  is_sure boolean not null,
  found_at timestamptz not null,
  primary key (space_id, from_id, into_id)
);
