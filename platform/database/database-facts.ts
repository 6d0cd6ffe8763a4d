import type pg from "pg";

const LOOPBACK = /^(127\.|::1|$)/;

/** What a PostgreSQL server says of itself. */
export interface DatabaseFacts {
  version: string;
  major: number;
  isReadOnly: boolean;
  fsync: string;
  fullPageWrites: string;
  synchronousCommit: string;
  freeConnections: number;
  encoding: string;
  /** The order of letters has changed under its indexes, by an update of the system. */
  isCollationStale: boolean;
  database: string;
  mayCreate: boolean;
  isSuperuser: boolean;
  isEncrypted: boolean;
  isElsewhere: boolean;
}

/** Asks the server; nothing is changed. */
export async function readDatabaseFacts(client: pg.Client): Promise<DatabaseFacts> {
  const { rows } = await client.query<Omit<DatabaseFacts, "isElsewhere"> & { server: string | null }>(`select
    current_setting('server_version') as version,
    current_setting('server_version_num')::int / 10000 as major,
    pg_is_in_recovery() or current_setting('default_transaction_read_only')::bool as "isReadOnly",
    current_setting('fsync') as fsync,
    current_setting('full_page_writes') as "fullPageWrites",
    current_setting('synchronous_commit') as "synchronousCommit",
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int - (
      select count(*)::int from pg_stat_activity where backend_type = 'client backend'
    ) as "freeConnections",
    pg_encoding_to_char(encoding) as encoding,
    coalesce(datcollversion <> pg_database_collation_actual_version(oid), false) as "isCollationStale",
    quote_ident(datname) as database,
    coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate",
    (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
    coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "isEncrypted",
    host(inet_server_addr()) as server
    from pg_database where datname = current_database()`);
  const [row] = rows;
  if (!row) throw new Error("The database says nothing about itself.");
  const { server, ...facts } = row;
  return { ...facts, isElsewhere: !LOOPBACK.test(server ?? "") };
}
