-- What is known of a summary beside its passage, which is what retrieval reads.
create table summary (
  id text primary key,
  scope text not null check (scope in ('session', 'period')),
  space_id text not null,
  -- Of a session; null for a period and for summaries of before sessions were noted.
  conversation_id text,
  -- Label of the session in the source, where it had one: what is said next belongs to it or not by this.
  session text,
  -- Month of its last turn, by the wall clock of the vault.
  month text,
  title text not null,
  from_at timestamptz,
  to_at timestamptz,
  written_by text not null,
  -- Hash of what it was written from: another one means that it has to be written again.
  fingerprint text,
  -- [{text, turns}]: each sentence with the turns that say so.
  sentences jsonb not null,
  -- Sentences that its turns did not support and that were left out.
  dropped int not null,
  turn_count int not null,
  written_at timestamptz not null,
  seq bigint not null,
  stale_seq bigint,
  removed_seq bigint
);
create index summary_conversation_id_idx on summary (conversation_id);
create index summary_space_id_month_idx on summary (space_id, month);

create table summary_turn (
  summary_id text not null,
  turn_id text not null,
  place int not null,
  primary key (turn_id, summary_id)
);
create index summary_turn_summary_id_idx on summary_turn (summary_id, place);

-- Conversations as they were when their sittings were last looked at. No projection: without a row one is looked at again,
-- and nothing is written twice.
create table summary_look (
  conversation_id text primary key,
  state text not null
);
