-- The owner's own synonyms of the search. The words are in their plain form; an entry without a meaning takes away one that
-- the shop came with.
create table search_synonym (
  words text primary key,
  means jsonb not null,
  constraint search_synonym_means_check check (jsonb_typeof(means) = 'array')
);
