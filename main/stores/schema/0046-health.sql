-- What the sentinel found. Derived and disposable like the rest of this file: the next runs find it again.
create table finding (
  -- Its code and what it is about.
  id text primary key,
  code text not null,
  about text not null,
  severity text not null check (severity in ('problem', 'notice')),
  message text not null,
  fix text not null,
  repair text,
  evidence jsonb not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  cleared_at timestamptz,
  dismissed_at timestamptz,
  -- What a repair came to whose effect is still to come.
  repair_note text
);

-- What upkeep remembers from one run to the next: how far it has looked, and when.
create table health_mark (
  key text primary key,
  value jsonb not null
);

-- What each leg came to in the recalls that answered a question, by day.
create table leg_day (
  day date not null,
  leg text not null,
  outcome text not null,
  asked int not null,
  in_prompt int not null,
  primary key (day, leg, outcome)
);

-- Each leg's last questions: since when it has given nothing, and how often in a row it failed.
create table leg_standing (
  leg text primary key,
  asked_since int not null,
  failed_in_row int not null,
  given_at timestamptz,
  why text
);

-- No plan rests on what is in long texts and vectors, and making statistics of them is most of what ANALYZE costs.
alter table turn alter column body set statistics 0, alter column lexical set statistics 0, alter column attachments set statistics 0;
alter table passage alter column body set statistics 0, alter column lexical set statistics 0, alter column evidence set statistics 0;
alter table fragment_vector alter column embedding set statistics 0;
alter table fragment_token alter column bits set statistics 0;
