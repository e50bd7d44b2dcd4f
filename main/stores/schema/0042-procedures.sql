-- How the user likes things done, as of now: computed from procedure_entry.
create table procedure (
  id text primary key,
  space_id text not null,
  trigger text not null,
  steps jsonb not null,
  status text not null check (status in ('active', 'proposed', 'inactive')),
  -- Why it is inactive: disuse, the user's hand, the user's words, or another that took its place.
  why text,
  replaced_by text,
  source text not null,
  -- Turns and the words in them that taught it.
  evidence jsonb not null,
  contradicts jsonb not null,
  -- Times it was said again or used since it was first said.
  reinforcement_count int not null,
  use_count int not null,
  created_at timestamptz not null,
  reinforced_at timestamptz not null,
  -- Removed or rejected; `is_final`: never to be proposed again.
  is_removed boolean not null,
  is_final boolean not null,
  zone text not null,
  changed_seq bigint not null
);
create index procedure_space_id_idx on procedure (space_id, status);

-- Everything that was done to procedures; what is undone stays and counts for nothing.
create table procedure_entry (
  procedure_id text not null,
  seq bigint not null,
  at timestamptz not null,
  act jsonb not null,
  -- The turn that it was learned from, or used in.
  turn_id text,
  undone_seq bigint,
  primary key (procedure_id, seq)
);
create index procedure_entry_seq_idx on procedure_entry (seq);
create index procedure_entry_turn_id_idx on procedure_entry (turn_id);

-- Wishes for one answer: said again in another conversation or on another day, they become a procedure.
create table procedure_heard (
  turn_id text not null,
  seq bigint not null,
  space_id text not null,
  trigger text not null,
  steps jsonb not null,
  quote text not null,
  primary key (turn_id, quote)
);
create index procedure_heard_space_id_idx on procedure_heard (space_id, seq);

-- Which procedures an answer was given by.
create table procedure_use (
  reply_turn_id text not null,
  procedure_id text not null,
  primary key (reply_turn_id, procedure_id)
);
