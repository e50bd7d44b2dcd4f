-- What the list of documents says beside what a search needs.
alter table document
  add column title text,
  add column pages int,
  add column size_bytes bigint,
  -- Chunks that make it whole; null where the record does not say.
  add column chunk_total int,
  -- Where it was found: a watched folder, and the path inside it.
  add column folder_id text,
  add column path text,
  add column added_at timestamptz not null,
  -- Null where the user took it away.
  add column removed_why text;
create index document_space_id_idx on document (space_id, added_seq desc);
create index document_folder_id_idx on document (folder_id, path);

create table watched_folder (
  id text primary key,
  space_id text not null,
  path text not null,
  -- Whether a document goes with its file.
  removes_vanished boolean not null,
  watched_seq bigint not null,
  watched_at timestamptz not null,
  unwatched_seq bigint
);

-- What the last look into a folder found on the disk, so that the next reads only what is different. The disk says it all
-- again: these two are no function of the journal, and a new database begins without them.
create table folder_file (
  folder_id text not null,
  path text not null,
  size_bytes bigint not null,
  mtime_ms float8 not null,
  -- Why it could not be read, fit to show.
  problem text,
  primary key (folder_id, path)
);
create table folder_check (
  folder_id text primary key,
  checked_at timestamptz not null,
  problem text,
  counts jsonb not null
);
