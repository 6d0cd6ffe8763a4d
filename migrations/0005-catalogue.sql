create table product (
  id text primary key,
  title text not null,
  description text not null,
  category text not null,
  subcategory text not null,
  collection text,
  materials jsonb not null,
  sizes jsonb not null,
  price bigint not null check (price >= 0),
  original_price bigint not null check (original_price >= 0),
  discount double precision not null,
  images jsonb not null,
  variant_images jsonb not null,
  seo jsonb not null,
  created_at timestamptz not null,
  sales integer not null,
  featured_rank integer,
  hidden boolean not null default false,
  on_hand integer check (on_hand >= 0),
  reserved integer not null default 0 check (reserved >= 0),
  listed_stock integer,
  fingerprint text not null
);
create index product_limited on product (id) where on_hand is not null and not hidden;

create table picture (
  path text primary key,
  hash text not null,
  width integer not null,
  height integer not null,
  placeholder text not null,
  bytes bigint not null,
  modified_ms bigint not null
);

create table catalogue_edition (
  id integer primary key check (id = 1),
  revision bigint not null,
  fingerprint text not null,
  shop_window jsonb not null,
  imported_at timestamptz not null
);

create table stock_movement (
  order_id uuid not null,
  product_id text not null,
  turn integer not null,
  kind text not null check (kind in ('reserve', 'release', 'commit', 'restock')),
  quantity integer not null check (quantity > 0),
  moved_at timestamptz not null default now(),
  primary key (order_id, product_id, turn, kind)
);
