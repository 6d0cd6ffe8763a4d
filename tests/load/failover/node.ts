import { execFile, execFileSync } from "node:child_process";
import { chownSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { signalAll } from "../../support/processes.ts";
import { type Daemon, startDaemon } from "./daemon.ts";
import { readEnvironment, readPatroniConfig } from "./deployed.ts";

const runFile = promisify(execFile);

interface Member {
  name: string;
  role: string;
  state: string;
}

/** One of the three machines: etcd, Patroni, and the PostgreSQL that Patroni starts. */
export interface ClusterNode {
  name: string;
  address: string;
  /** The output of Patroni's own check of the file it is given. */
  validate(): Promise<string>;
  startEtcd(): void;
  endEtcd(): void;
  startPatroni(): void;
  /** PostgreSQL and Patroni at once, as with the power of the machine. */
  kill(): void;
  patronictl(...words: string[]): Promise<void>;
  /** As on the command line there, as the user of PostgreSQL, in a folder of the machine. Returns what it printed. */
  run(program: string, ...words: string[]): Promise<string>;
  folder: string;
  /** Lists all nodes as Patroni knows them. @throws when it does not answer */
  listMembers(): Promise<Member[]>;
  /** Whether Patroni answers 200 there, as HAProxy asks. */
  answers(check: "/primary" | "/replica"): Promise<boolean>;
  /** The logs of Patroni and PostgreSQL there. */
  log(): string;
}

interface NodeOptions {
  name: string;
  address: string;
  /** The folder of all nodes, with one for each. */
  folder: string;
  user: { uid: number; gid: number } | undefined;
  /** The folder of PostgreSQL's programs. */
  programs: string;
}

/**
 * Builds the settings that differ from deploy/pgbackrest; the folder of all nodes stands for a repository off the
 * machines.
 */
const buildArchiveSettings = (shared: string, folder: string): Record<string, string> => ({
  PGBACKREST_CONFIG: path.join(shared, "pgbackrest.conf"),
  PGBACKREST_REPO1_PATH: path.join(shared, "repository"),
  PGBACKREST_REPO1_CIPHER_PASS: "only-for-this-run",
  PGBACKREST_LOCK_PATH: path.join(folder, "lock"),
  PGBACKREST_LOG_PATH: folder,
  PGBACKREST_SPOOL_PATH: path.join(folder, "spool"),
  PGBACKREST_PG1_PATH: path.join(folder, "data"),
  PGBACKREST_PG1_PORT: "5432",
  PGBACKREST_PG1_SOCKET_PATH: folder,
  PGBACKREST_PG1_USER: "postgres",
});

const EC_KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

const runOpenssl = (folder: string, ...words: string[]) =>
  execFileSync("openssl", words, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });

/** The authority that signs the certificates of all nodes, as docs/high-availability.md makes it. */
export function createAuthority(folder: string): void {
  const subject = ["-days", "30", "-subj", "/CN=Taruva database"];
  runOpenssl(folder, "req", "-x509", ...EC_KEY, ...subject, "-keyout", "ca-key.pem", "-out", "ca.pem");
}

function createCertificate(authority: string, folder: string, address: string): void {
  runOpenssl(
    folder,
    "req",
    "-new",
    ...EC_KEY,
    "-subj",
    "/CN=node",
    "-keyout",
    "node-key.pem",
    "-out",
    "node.csr",
  );
  writeFileSync(path.join(folder, "extensions"), `subjectAltName=IP:${address},IP:127.0.0.1\n`);
  const signer = ["-CA", "ca.pem", "-CAkey", "ca-key.pem", "-CAcreateserial", "-days", "30"];
  const files = ["-in", path.join(folder, "node.csr"), "-extfile", path.join(folder, "extensions")];
  runOpenssl(authority, "x509", "-req", ...files, ...signer, "-out", path.join(folder, "node.pem"));
  copyFileSync(path.join(authority, "ca.pem"), path.join(folder, "ca.pem"));
}

/** A node with the files of deploy/patroni as they are, but for its name, its address and its folders. */
export function createNode({ name, address, folder: parent, user, programs }: NodeOptions): ClusterNode {
  const folder = path.join(parent, name);
  mkdirSync(folder, { mode: 0o700 });
  createCertificate(parent, folder, address);
  if (user)
    for (const file of ["", "node.pem", "node-key.pem", "ca.pem"])
      chownSync(path.join(folder, file), user.uid, user.gid);
  const ours = (text: string) =>
    text.replaceAll("node1", name).replaceAll("10.0.0.11", address).replaceAll("/etc/patroni/tls", folder);
  const configFile = path.join(folder, "patroni.yml");
  const env = {
    ...readEnvironment("patroni/node.env", ours),
    PATRONI_POSTGRESQL_BIN_DIR: programs,
    PATRONI_POSTGRESQL_DATA_DIR: path.join(folder, "data"),
    PATRONI_POSTGRESQL_PGPASS: path.join(folder, "pgpass"),
    ...buildArchiveSettings(parent, folder),
  };
  writeFileSync(configFile, readPatroniConfig(folder), { mode: 0o644 });
  const etcdEnv = {
    ...readEnvironment("patroni/etcd.env", ours),
    ETCD_INITIAL_CLUSTER: readEnvironment("patroni/etcd.env").ETCD_INITIAL_CLUSTER ?? "",
    ETCD_DATA_DIR: path.join(folder, "etcd"),
    ETCD_LOG_LEVEL: "error",
  };
  const logFile = path.join(folder, "patroni.log");
  const running: { etcd?: Daemon; patroni?: Daemon } = {};
  const capture = (program: string, args: string[]) =>
    runFile(program, args, { ...user, env: { ...process.env, LC_ALL: "C.UTF-8", ...env }, cwd: folder });
  const ask = (route: string, method = "GET") =>
    fetch(`http://${address}:8008${route}`, { method, signal: AbortSignal.timeout(2_000) });
  return {
    name,
    address,
    validate: () =>
      capture("patroni", ["--validate-config", configFile]).then(
        ({ stdout, stderr }) => stdout + stderr,
        String,
      ),
    startEtcd() {
      running.etcd = startDaemon(["etcd"], {
        user,
        env: etcdEnv,
        folder,
        logFile: path.join(folder, "etcd.log"),
      });
    },
    endEtcd: () => void running.etcd?.child.kill("SIGKILL"),
    startPatroni() {
      running.patroni = startDaemon(["patroni", configFile], { user, env, folder, logFile });
    },
    kill() {
      running.patroni?.child.kill("SIGKILL");
      const [pid] = readFileSync(path.join(folder, "data/postmaster.pid"), "utf8").split("\n");
      signalAll({ pid: Number(pid) }, "SIGKILL");
    },
    folder,
    run: async (program, ...words) => (await capture(program, words)).stdout,
    async patronictl(...words) {
      await capture("patronictl", ["-c", configFile, ...words]);
    },
    async listMembers() {
      const { members } = (await (await ask("/cluster")).json()) as { members: Member[] };
      return members;
    },
    answers: async (check) => (await ask(check, "OPTIONS").catch(() => null))?.status === 200,
    log: () => readFileSync(logFile, "utf8"),
  };
}
