-- Keyed hashes of what was forgotten: it comes back neither by an import nor by reading the same again.
create table tombstone (
  kind text not null check (kind in ('turn', 'text', 'document', 'claim')),
  hash text not null,
  at timestamptz not null,
  seq bigint not null,
  primary key (kind, hash)
);

-- Forgets that are over, each with its proof.
create table forgotten (
  id text primary key,
  seq bigint not null,
  hash text not null,
  at timestamptz not null,
  receipt jsonb not null
);
create index forgotten_seq_idx on forgotten (seq);

-- Records of which something is left: the last record that says what, 0 while a replay has not come to it yet.
create table amendment (
  seq bigint primary key,
  by_seq bigint not null
);
create index amendment_by_seq_idx on amendment (by_seq);

-- What the rows of conversations, spaces, topics and reflections were folded from: without one of them, the rest makes the row.
create table conversation_title (
  conversation_id text not null,
  seq bigint not null,
  title text not null,
  primary key (conversation_id, seq)
);
create index conversation_title_seq_idx on conversation_title (seq);
create table space_version (
  space_id text not null,
  seq bigint not null,
  name text,
  is_saving boolean,
  is_using boolean,
  primary key (space_id, seq)
);
-- When a conversation went to another space, or out of memory and back in, with what it taught.
create table conversation_shift (
  conversation_id text not null,
  seq bigint not null,
  space_id text,
  is_saving boolean,
  primary key (conversation_id, seq)
);
create index conversation_shift_seq_idx on conversation_shift (seq);
alter table conversation
  -- The last branch that was chosen, and the record that says so.
  add column chosen_leaf_id text,
  add column chosen_seq bigint;
-- The records that the label, and the user's own name, come from.
alter table cluster add column label_seq bigint, add column own_seq bigint;
-- The last record that made it: `minimum` and `head_id` come from there.
alter table reflection add column head_seq bigint;
alter table reflection_evidence add column seq bigint;

-- The last record that moved them on; they go with it, which happens with everything only.
alter table extraction add column seq bigint;
alter table tagging add column seq bigint;
alter table decay_pass add column seq bigint;
alter table cluster_pass add column seq bigint;
alter table reflection_pass add column seq bigint;

-- From a record to what it made, and to what it took back.
create index conversation_created_seq_idx on conversation (created_seq);
create index passage_seq_idx on passage (seq);
create index summary_seq_idx on summary (seq);
create index document_added_seq_idx on document (added_seq);
create index entity_version_seq_idx on entity_version (seq);
create index entity_version_undone_seq_idx on entity_version (undone_seq) where undone_seq is not null;
create index claim_standing_undone_seq_idx on claim_standing (undone_seq) where undone_seq is not null;
create index procedure_entry_undone_seq_idx on procedure_entry (undone_seq) where undone_seq is not null;
