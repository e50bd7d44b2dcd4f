-- Runs of workers: derived and disposable, so not compared by doctor. What they did to memory is in the journal.
create table job (
  n bigserial primary key,
  id text not null unique,
  worker text not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'dead', 'cancelled')),
  -- The time that the run is for.
  at timestamptz not null,
  priority int not null,
  -- The user asked for it: it runs on battery, and while the rest is paused.
  is_asked boolean not null,
  attempts int not null default 0,
  run_after timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  ms double precision,
  done int,
  total int,
  summary text,
  counts jsonb not null default '{}'
);
-- Nothing waits twice.
create unique index job_open_idx on job (worker) where state in ('waiting', 'running', 'failed');
create index job_worker_idx on job (worker, n desc);
