-- Devices that are notified about new paid orders (Web Push). They end with their person, their passkey, and by signing out.
create table desk_push (
  id uuid primary key,
  person_id uuid not null references desk_person (id) on delete cascade,
  passkey_id text not null references desk_passkey (id) on delete cascade,
  -- The session of the device. It may expire: the notifications go on until somebody signs out.
  session_id uuid not null,
  -- The address at the push service of the browser, and the keys that only this browser can decrypt with.
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  -- The public key of the shop that the browser expects.
  shop_key text not null,
  device text not null,
  created_at timestamptz not null
);
create index desk_push_of_person on desk_push (person_id);
create index desk_push_of_passkey on desk_push (passkey_id);
