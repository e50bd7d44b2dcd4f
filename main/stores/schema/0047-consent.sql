-- Switches of spaces and conversations. A conversation's own are null where it follows its space.
alter table space
  add column is_saving boolean not null default true,
  add column is_using boolean not null default true,
  add column removed_seq bigint;

alter table conversation
  add column is_saving boolean,
  add column is_using boolean,
  -- The record that last took it out of memory as a whole, while that holds: what brings it back looks for what went by it.
  add column unsaved_seq bigint,
  -- Turns that are no part of memory.
  add column unsaved_count int not null default 0;

alter table turn
  -- Kept to be read, and no part of memory: never indexed, recalled, read for facts, summarised or clustered.
  add column is_unsaved boolean not null default false,
  -- The record from which on it can be found and learned from: its own, or the one that brought it into memory or elsewhere.
  add column due_seq bigint not null;
create index turn_due_seq_idx on turn (due_seq, seq);

-- Short memories that are in every prompt: one row a version, of which the last holds unless it has ended.
create table slot_version (
  slot_id text not null,
  seq bigint not null,
  at timestamptz not null,
  -- Null: in every space.
  space_id text,
  role text not null check (role in ('name', 'instructions', 'note')),
  title text not null,
  body text not null,
  ended_seq bigint,
  ended_at timestamptz,
  primary key (slot_id, seq)
);
