-- One row a customer: it names the default, so there is never more than one, and its lock makes changes take turns.
create table address_book (
  account_id uuid primary key,
  default_address_id uuid
);

create table address (
  id uuid primary key,
  account_id uuid not null references address_book (account_id),
  street text not null,
  city text not null,
  state text not null,
  zip_code text not null,
  country text not null,
  phone_number text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index address_of_account on address (account_id, created_at);
