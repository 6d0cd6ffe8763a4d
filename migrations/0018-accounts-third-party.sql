-- Who somebody is at a sign-in provider. E-mail addresses change hands; issuer and subject do not.
create table third_party_identity (
  issuer text not null,
  subject text not null,
  account_id uuid not null references account (id) on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index third_party_identity_of_account on third_party_identity (account_id);

-- A credential works once; kept until it would have expired anyway.
create table used_credential (
  hash text primary key,
  expires_at timestamptz not null
);
