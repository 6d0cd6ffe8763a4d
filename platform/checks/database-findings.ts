import { formatCount } from "#contract/text.ts";
import type { DatabaseFacts } from "../database/database-facts.ts";
import type { Finding } from "./finding.ts";

const OLDEST_VERSION = 15;
/** Besides DATABASE_POOL: four for long work, and those that listen and probe. */
const OTHER_CONNECTIONS = 7;
const LOSES_ORDERS = "after a power cut, orders that customers saw placed can be gone";

type Description = [is: boolean, what: string, remedy: string];

/** What in these facts a shop must not rely on. */
export const describeDatabase = (facts: DatabaseFacts, pool: number): Finding[] =>
  [...describeSafety(facts), ...describeCapacity(facts, pool), ...describeRights(facts)].flatMap(
    ([is, what, remedy]) => (is ? [{ about: "DATABASE_URL", what, remedy }] : []),
  );

/** Whether what was written stays written. */
const describeSafety = (facts: DatabaseFacts): Description[] => [
  [facts.fsync !== "on", `fsync is off: ${LOSES_ORDERS}`, "alter system set fsync = on, and restart it"],
  [
    facts.fullPageWrites !== "on",
    "full_page_writes is off: a power cut can damage it",
    "alter system set full_page_writes = on; select pg_reload_conf()",
  ],
  [
    facts.synchronousCommit === "off",
    `synchronous_commit is off: ${LOSES_ORDERS}`,
    `alter database ${facts.database} set synchronous_commit = on`,
  ],
  [
    facts.isCollationStale,
    "the system sorts letters differently than when its indexes were made: rows may not be found",
    `reindex database ${facts.database}; alter database ${facts.database} refresh collation version`,
  ],
];

const describeCapacity = (facts: DatabaseFacts, pool: number): Description[] => [
  [
    facts.major < OLDEST_VERSION,
    `PostgreSQL ${facts.version} is too old`,
    `Move to PostgreSQL ${OLDEST_VERSION} or newer`,
  ],
  [
    facts.encoding !== "UTF8",
    `its encoding is ${facts.encoding}: names in Indian letters cannot be stored`,
    "Make the database anew: createdb --encoding=UTF8 --template=template0",
  ],
  [
    facts.freeConnections < pool + OTHER_CONNECTIONS,
    `${formatCount(facts.freeConnections, "connection")} are free, and a shop process takes up to ${pool + OTHER_CONNECTIONS}`,
    "Raise max_connections and restart it, or lower DATABASE_POOL",
  ],
];

/** Who may do what, and who can read along. */
const describeRights = (facts: DatabaseFacts): Description[] => [
  [
    facts.isReadOnly,
    "it takes no writing: it is a replica, or set to read only",
    "Write the address of the primary into DATABASE_URL",
  ],
  [
    !facts.mayCreate,
    "its user may not make tables, so no migration can run",
    `alter database ${facts.database} owner to the shop's user`,
  ],
  [
    facts.isSuperuser,
    "its user is a superuser: whoever got hold of the shop had the whole server",
    "Give the shop a user of its own that owns its database alone",
  ],
  [
    facts.isElsewhere && !facts.isEncrypted,
    "it is another machine, and what goes there and back is not encrypted",
    "Add ?sslmode=verify-full to DATABASE_URL, and ssl = on at the server",
  ],
];
