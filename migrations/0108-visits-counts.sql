-- How often a day's visitors had what: numbers alone, of nobody in particular.
create table visit_count (
  -- The day on India's clock: 2026-11-20.
  day text not null,
  -- page, step or search.
  kind text not null,
  -- The page's name, the step's, or the words of a search that found nothing.
  name text not null,
  count bigint not null,
  primary key (day, kind, name)
);
-- Words go after 90 days.
create index visit_count_search on visit_count (day) where kind = 'search';
