import pg from "pg";

/** SQLSTATEs. */
const CANNOT_CONNECT_NOW = "57P03";
const READ_ONLY = "25006";

/** What `pg` hears from the server; it has no name for it in public. */
interface Connection extends NodeJS.EventEmitter {
  stream: { destroy(): void };
}

/**
 * A connection to the server that may be written to. While another one takes its place (docs/high-availability.md) an
 * address may lead to a replica for some seconds: that is not taken for the database, which is away then. PostgreSQL says what it
 * is when a connection is made. One that is found out later, by a refused write, is not used again.
 */
export class PrimaryClient extends pg.Client {
  constructor(settings?: pg.ClientConfig) {
    super(settings);
    const { connection } = this as unknown as { connection: Connection };
    connection.on("parameterStatus", ({ parameterName, parameterValue }: Record<string, string>) => {
      if (parameterName !== "in_hot_standby" || parameterValue !== "on") return;
      connection.emit("error", Object.assign(new Error("it is a replica"), { code: CANNOT_CONNECT_NOW }));
      connection.stream.destroy();
    });
    connection.on("errorMessage", ({ code }: { code: string }) => {
      if (code === READ_ONLY) connection.stream.destroy();
    });
  }
}
