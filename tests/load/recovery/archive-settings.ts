import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import type { Postgres } from "../../support/postgres.ts";

/** The files that an owner installs. */
export const DEPLOYED = path.resolve(import.meta.dirname, "../../../deploy/pgbackrest");

/** Builds the settings that differ from the deployed file on this machine. */
export async function buildSettings(
  folder: string,
  config: string,
  { url }: Postgres,
): Promise<Record<string, string>> {
  const { port, searchParams } = new URL(url);
  return {
    PGBACKREST_CONFIG: config,
    PGBACKREST_REPO1_PATH: path.join(folder, "repository"),
    PGBACKREST_REPO1_CIPHER_PASS: "only-for-this-run",
    PGBACKREST_LOCK_PATH: path.join(folder, "lock"),
    PGBACKREST_LOG_PATH: folder,
    PGBACKREST_SPOOL_PATH: path.join(folder, "spool"),
    PGBACKREST_PG1_PATH: String(await askServer(url, "select current_setting('data_directory') as answer")),
    PGBACKREST_PG1_PORT: port,
    PGBACKREST_PG1_SOCKET_PATH: searchParams.get("host") ?? "",
    PGBACKREST_PG1_USER: "taruva",
  };
}

/** Picks the settings of pgBackRest. */
export const pickSettings = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith("PGBACKREST_")));

/** As archiving.conf has it; the command is given its settings with it, and the time is that of the run. */
export async function configure(
  url: string,
  archiveEverySeconds: number,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const settings = Object.entries(pickSettings(env)).map(([name, value]) => `${name}=${value}`);
  const deployed = [
    ...readFileSync(path.join(DEPLOYED, "archiving.conf"), "utf8").matchAll(/^(\w+) = '?(.*?)'?$/gm),
  ];
  for (const [, name = "", value = ""] of deployed) {
    const own =
      name === "archive_command"
        ? `env ${settings.join(" ")} ${value}`
        : name === "archive_timeout"
          ? `${archiveEverySeconds}s`
          : value;
    await askServer(url, `alter system set ${name} = '${own}'`);
  }
}

/** The column `answer` of the first row. */
export async function askServer(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<{ answer: unknown }>(text)).rows[0]?.answer;
  } finally {
    await client.end();
  }
}
