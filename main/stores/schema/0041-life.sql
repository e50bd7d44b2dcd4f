-- How a turn ages (design section 8, decay): one narrow row a searchable turn, beside the wide one, since these change.
create table turn_life (
  -- The turn's: a key that grows costs a quarter of what one by id does, and an import adds one for each turn.
  seq bigint primary key,
  access_count int not null default 0,
  -- As of anchor_day; on a later day it is a closed form of both (main/lifecycle/decay/decay.pure.ts).
  score double precision not null default 1,
  -- What the score would be if the turn had been creative all along: a tag that comes after the first use then changes
  -- nothing by its being late. Null: never used, or creative.
  creative_score double precision,
  -- Days since 1970, UTC: when it was recorded or last used.
  anchor_day int not null,
  pace text not null default 'unaccessed',
  -- As of the day in decay_pass.
  tier text not null default 'active'
);

-- The memory's own day, which never goes back: the last day for which tiers, or the strength of facts, were brought up to date.
create table decay_pass (
  kind text primary key check (kind in ('turns', 'edges')),
  day int not null,
  -- Rows up to this seq are done; null: all are.
  through bigint
);

-- How far each rule for tags has read.
create table tagging (
  tagger text primary key,
  through_seq bigint not null
);
