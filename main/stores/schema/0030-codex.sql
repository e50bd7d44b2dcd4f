-- Entities as they are now. `me` and `assistant` are there in every space, so the space is part of the key.
create table entity (
  space_id text not null,
  id text not null,
  type text not null,
  name text not null,
  created_seq bigint not null,
  primary key (space_id, id)
);

-- Every name under which an entity is looked for: its own and its aliases, normalised.
create table entity_name (
  space_id text not null,
  entity_id text not null,
  name_key text not null,
  name text not null,
  primary key (space_id, entity_id, name_key)
);
create index entity_name_key_idx on entity_name (space_id, name_key);

-- Names and types over time: the last one that was not undone is the entity's.
create table entity_version (
  space_id text not null,
  entity_id text not null,
  seq bigint not null,
  type text not null,
  name text not null,
  aliases jsonb not null,
  undone_seq bigint,
  primary key (space_id, entity_id, seq)
);

-- Merges: from this record on, `from_id` is another name of `into_id`.
create table entity_link (
  space_id text not null,
  from_id text not null,
  into_id text not null,
  seq bigint not null,
  at timestamptz not null,
  undone_seq bigint,
  undone_at timestamptz,
  primary key (space_id, seq)
);

-- What was claimed, as it was claimed. Never changed; what became of it is in claim_standing.
create table claim (
  id text primary key,
  space_id text not null,
  seq bigint not null,
  ordinal int not null,
  act text not null,
  relation text not null,
  object_id text,
  object_text text,
  object_value text,
  replaces jsonb,
  replaces_ids jsonb not null,
  valid_from timestamptz,
  valid_from_precision text,
  valid_to timestamptz,
  valid_to_precision text,
  is_past boolean not null,
  is_implied boolean not null,
  observed_at timestamptz not null,
  asserted_by text not null,
  source text not null,
  confidence double precision not null,
  turn_id text,
  quote text,
  quote_from int,
  extractor text not null,
  held_for text,
  may_mean jsonb not null
);
create index claim_turn_id_idx on claim (turn_id);
create index claim_text_idx on claim (object_value) where object_value is not null;
create index claim_seq_idx on claim (seq);
-- What can touch other values than its own.
create index claim_reaching_idx on claim (space_id, relation)
  where act in ('correct', 'retract') or (object_id is null and object_value is null);

-- Whether a claim counts and about whom it is, from record `seq` on; the last row that was not undone holds.
create table claim_standing (
  claim_id text not null,
  seq bigint not null,
  at timestamptz not null,
  standing text not null check (standing in ('admitted', 'held', 'rejected', 'withdrawn')),
  space_id text not null,
  subject_id text not null,
  relation text not null,
  object_id text,
  undone_seq bigint,
  undone_at timestamptz,
  primary key (claim_id, seq)
);
create index claim_standing_subject_idx on claim_standing (space_id, subject_id, relation);
create index claim_standing_object_idx on claim_standing (space_id, object_id);
create index claim_standing_seq_idx on claim_standing (seq);

-- The ledger as of now, settled from the admitted claims of each subject and relation (main/codex/settle.pure.ts).
create table revision (
  id text primary key,
  space_id text not null,
  subject_id text not null,
  relation text not null,
  -- Equal keys are equal values.
  value_key text not null,
  object_id text,
  object_text text,
  object_value text,
  status text not null,
  valid_from timestamptz,
  is_start_stated boolean not null,
  valid_to timestamptz,
  precision text not null,
  known_from timestamptz not null,
  known_to timestamptz,
  generation bigint not null,
  confidence double precision not null,
  asserted_by text not null,
  last_mentioned_at timestamptz,
  claim_ids jsonb not null,
  supersedes jsonb not null,
  superseded_by jsonb not null
);
create index revision_subject_idx on revision (space_id, subject_id, relation, value_key);
-- From a turn's claims to what they came to.
create index revision_claim_ids_idx on revision using gin (claim_ids);
create index revision_object_idx on revision (space_id, object_id);
create index revision_conflict_idx on revision (space_id, known_from) where status = 'conflicted';

-- Claims that wait in the inbox, oldest first.
create table inbox (
  claim_id text primary key,
  space_id text not null,
  seq bigint not null,
  subject_id text not null,
  relation text not null
);
create index inbox_space_idx on inbox (space_id, seq);

-- Relations that the user added.
create table own_relation (
  name text primary key,
  bucket text not null,
  description text not null,
  object jsonb not null,
  seq bigint not null,
  undone_seq bigint
);

-- What must not be proposed again: a hash of subject, relation and value.
create table codex_tombstone (
  hash text not null,
  seq bigint not null,
  undone_seq bigint,
  primary key (hash, seq)
);

-- How far each extractor has read.
create table extraction (
  extractor text primary key,
  through_seq bigint not null
);
