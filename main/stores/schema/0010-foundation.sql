create extension if not exists vector;

-- One row: how far the journal has been applied. Moves in the same transaction as what it counts.
create table projection (
  id int primary key check (id = 1),
  applied_seq bigint not null,
  applied_hash text not null
);
insert into projection (id, applied_seq, applied_hash) values (1, 0, repeat('0', 64));

create table space (
  id text primary key,
  name text not null,
  created_seq bigint not null
);

create table conversation (
  id text primary key,
  space_id text not null,
  title text,
  source text not null,
  origin_id text,
  started_at timestamptz,
  created_at timestamptz not null,
  created_seq bigint not null,
  removed_seq bigint,
  -- Last record that made, moved, removed or restored it: what the memory copy of the indexes asks for.
  changed_seq bigint not null,
  active_leaf_id text,
  turn_count int not null default 0,
  -- Turns that a leg may return: counting them at every question would cost more than searching them.
  searchable_count int not null default 0,
  last_said_at timestamptz
);
create index conversation_changed_seq_idx on conversation (changed_seq);
create index conversation_space_id_idx on conversation (space_id, last_said_at desc);

create table turn (
  id text primary key,
  seq bigint not null,
  known_at timestamptz not null,
  conversation_id text not null,
  parent_id text,
  position int not null,
  role text not null,
  speaker text not null,
  body text not null,
  said_at timestamptz,
  is_time_inferred boolean not null,
  zone text not null,
  session text,
  status text not null,
  attachments jsonb not null,
  import_id text,
  is_hidden boolean not null,
  text_hash text not null,
  -- Normalised copy for BM25, which is counted in memory: speaker, date, captions, own word segmentation. Null: never
  -- searched.
  lexical text
);
create unique index turn_seq_idx on turn (seq);
create index turn_conversation_id_position_idx on turn (conversation_id, position);
create index turn_parent_id_idx on turn (parent_id);

create table answer (
  reply_turn_id text primary key,
  question_turn_id text not null,
  trace_id text,
  mode text not null,
  model_name text,
  citations jsonb not null,
  tokens_per_second double precision
);
create index answer_question_turn_id_idx on answer (question_turn_id);

create table import_run (
  id text primary key,
  seq bigint not null,
  finished_at timestamptz not null,
  file_name text not null,
  format text not null,
  read_count int not null,
  imported_count int not null,
  skipped jsonb not null
);

-- Which vector space is in use; vectors of different spaces never meet.
create table embedding_space (
  id int primary key,
  name text not null unique
);

-- Vectors of everything that retrieval can return. Searched in memory (main/retrieval/memory), so without an index here.
create table fragment_vector (
  fragment_id text not null,
  chunk int not null,
  embedding_space_id int not null,
  from_char int not null,
  to_char int not null,
  embedding vector(384) not null,
  primary key (fragment_id, embedding_space_id, chunk)
);

-- States of the first tokens of a fragment: one sign bit a dimension, rotated, for late interaction.
create table fragment_token (
  fragment_id text not null,
  embedding_space_id int not null,
  bits bytea not null,
  primary key (fragment_id, embedding_space_id)
);

-- Fragments that have no vectors yet, by their place in line: the seq, with huge ones behind all others. A row leaves in
-- the transaction that writes its vectors.
create table fragment_pending (
  fragment_id text primary key,
  seq bigint not null
);
create index fragment_pending_seq_idx on fragment_pending (seq);
