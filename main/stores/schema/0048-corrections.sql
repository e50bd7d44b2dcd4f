-- What the user says a question is, where the classifier said otherwise. What was taken back has no row.
create table correction (
  turn_id text not null,
  field text not null,
  value text not null,
  corrected_by text not null,
  corrected_at timestamptz not null,
  seq bigint not null,
  primary key (turn_id, field)
);

-- Every change of the classifier's heads; the last one answers. The files are in the data folder and hold no words.
create table adopted_heads (
  seq bigint primary key,
  heads_id text not null,
  sha256 text,
  adopted_by text not null,
  adopted_at timestamptz not null,
  scores jsonb not null
);

-- The model that the user wants for one conversation.
create table conversation_model (
  conversation_id text primary key,
  model_id text not null,
  seq bigint not null
);

-- Which model gave a reply, and for what: a conversation stays with its model.
create table answer_route (
  reply_turn_id text primary key,
  model_id text not null,
  intent text not null,
  confidence float8 not null
);
