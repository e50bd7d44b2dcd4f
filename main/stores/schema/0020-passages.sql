-- What retrieval can return beside turns: chunks of documents, procedures, summaries.
create table passage (
  id text primary key,
  kind text not null check (kind in ('document', 'procedure', 'summary')),
  space_id text not null,
  -- The document that a chunk belongs to.
  parent_id text,
  seq bigint not null,
  known_at timestamptz not null,
  said_at timestamptz,
  zone text not null,
  title text not null,
  body text not null,
  page int,
  from_char int not null,
  to_char int not null,
  -- Ids of the turns that it rests on.
  evidence jsonb not null,
  text_hash text not null,
  lexical text,
  removed_seq bigint,
  changed_seq bigint not null
);
create index passage_changed_seq_idx on passage (changed_seq, id);
create index passage_parent_id_idx on passage (parent_id);

create table document (
  id text primary key,
  space_id text not null,
  name text not null,
  media_type text not null,
  sha256 text not null,
  added_seq bigint not null,
  removed_seq bigint
);
create index document_sha256_idx on document (sha256);
