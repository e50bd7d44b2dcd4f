-- Topics: clusters of the turns of one space. One that is gone stays, so that its id never means anything else.
create table cluster (
  id text primary key,
  space_id text not null,
  -- Made from words that set it apart; the user's own name, if there is one, goes first.
  label text not null,
  own_name text,
  is_hidden boolean not null default false,
  made_seq bigint not null,
  changed_seq bigint not null,
  gone_seq bigint
);
create index cluster_space_id_idx on cluster (space_id) where gone_seq is null;

-- A turn without a row belongs to no topic. Core turns were there at the last full pass: they alone say where a cluster
-- lies, so that it does not matter in which order later turns come, or how many at a time.
create table cluster_turn (
  turn_id text primary key,
  cluster_id text not null,
  is_core boolean not null
);
create index cluster_turn_cluster_id_idx on cluster_turn (cluster_id, turn_id);

-- How far a space is sorted.
create table cluster_pass (
  space_id text primary key,
  -- Time for which the last run was.
  at timestamptz,
  -- Turns at the last full pass; null where there was none.
  full_turns int,
  -- The user asked for all to be sorted anew.
  is_full_asked boolean not null default false
);

-- What reflection concluded: a belief of the assistant whose claims, one an evidence turn, all belong together.
create table reflection (
  id text primary key,
  space_id text not null,
  kind text not null,
  -- With fewer pieces of evidence than this nothing is left of it.
  minimum int not null,
  -- The claim that stands for it in the inbox.
  head_id text not null,
  made_seq bigint not null,
  changed_seq bigint not null,
  -- Why it is no longer there: evidence went, or the user rejected it.
  gone text check (gone in ('evidence', 'user'))
);
create index reflection_space_id_idx on reflection (space_id, id);

create table reflection_evidence (
  reflection_id text not null,
  claim_id text primary key,
  turn_id text not null,
  -- The claim of somebody else that it was concluded from; null where the turn itself is the evidence.
  rests_on text
);
create index reflection_evidence_reflection_id_idx on reflection_evidence (reflection_id, claim_id);
create index reflection_evidence_turn_id_idx on reflection_evidence (turn_id);
create index reflection_evidence_rests_on_idx on reflection_evidence (rests_on) where rests_on is not null;
-- How far reflection has come in a space.
create table reflection_pass (
  space_id text primary key,
  at timestamptz not null
);
