import pg from "pg";

/** SQLSTATEs. */
const CANNOT_CONNECT_NOW = "57P03";
const READ_ONLY = "25006";

/** What `pg` hears from the server; it has no name for it in public. */
interface Connection extends NodeJS.EventEmitter {
  stream: { destroy(): void };
}

const getConnection = (client: pg.Client): Connection =>
  (client as unknown as { connection: Connection }).connection;

/** A connection that is not used again once a write was refused on it, because its server has become a replica. */
export class WritingClient extends pg.Client {
  constructor(settings?: pg.ClientConfig) {
    super(settings);
    const connection = getConnection(this);
    connection.on("errorMessage", ({ code }: { code: string }) => {
      if (code === READ_ONLY) connection.stream.destroy();
    });
  }
}

/**
 * A connection to the server that may be written to. While another one takes its place (docs/high-availability.md) an
 * address may lead to a replica for some seconds: that is not taken for the database, which is away then. PostgreSQL says what it
 * is when a connection is made. PgBouncer does too, but of the first server that it has met.
 */
export class PrimaryClient extends WritingClient {
  constructor(settings?: pg.ClientConfig) {
    super(settings);
    const connection = getConnection(this);
    connection.on("parameterStatus", ({ parameterName, parameterValue }: Record<string, string>) => {
      if (parameterName !== "in_hot_standby" || parameterValue !== "on") return;
      connection.emit("error", Object.assign(new Error("it is a replica"), { code: CANNOT_CONNECT_NOW }));
      connection.stream.destroy();
    });
  }
}
