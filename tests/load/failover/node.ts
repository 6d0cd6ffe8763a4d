import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import {
  chownSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { killAll, killAtExit } from "../../support/processes.ts";
import { buildArchiveSettings, readDeployed } from "../pgbackrest.ts";

const runFile = promisify(execFile);

interface Member {
  name: string;
  role: string;
  state: string;
}

/** A machine of the cluster. It runs etcd and Patroni, and Patroni starts PostgreSQL. */
export interface ClusterNode {
  name: string;
  address: string;
  folder: string;
  validate(): Promise<string>;
  startEtcd(): void;
  endEtcd(): void;
  startPatroni(): void;
  /** Kills PostgreSQL and Patroni at the same time, like a power failure. */
  kill(): void;
  run(program: string, ...words: string[]): Promise<string>;
  patronictl(...words: string[]): Promise<unknown>;
  /** Returns all nodes that Patroni lists. @throws if Patroni does not respond */
  listMembers(): Promise<Member[]>;
  /** True if Patroni's response to this health check, which HAProxy uses too, is 200. */
  answers(check: "/primary" | "/replica"): Promise<boolean>;
  log(): string;
}

type User = { uid: number; gid: number } | undefined;

export function startDaemon(
  [program = "", ...args]: readonly string[],
  { folder, log, user, env = {} }: { folder: string; log: string; user?: User; env?: Record<string, string> },
): ChildProcess {
  const output = openSync(path.join(folder, log), "a");
  const child = spawn(program, args, {
    ...user,
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C.UTF-8", HOME: folder, ...env },
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  killAtExit(child, "SIGKILL");
  return child;
}

function readEnvironment(file: string, change = (text: string) => text): Record<string, string> {
  const lines = change(readDeployed(file)).matchAll(/^([A-Z]\w*)=(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value]));
}

const runOpenssl = (folder: string, words: string) =>
  execFileSync("openssl", words.split(" "), { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });

const KEY = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";

/** Creates the certificate authority that signs the certificates of all nodes, as in docs/owners/scale.md. */
export const createAuthority = (folder: string) =>
  runOpenssl(folder, `req -x509 ${KEY} -days 30 -subj /CN=Taruva -keyout ca-key.pem -out ca.pem`);

function createCertificate(authority: string, folder: string, address: string): void {
  runOpenssl(folder, `req -new ${KEY} -subj /CN=node -keyout node-key.pem -out node.csr`);
  writeFileSync(path.join(folder, "extensions"), `subjectAltName=IP:${address},IP:127.0.0.1\n`);
  runOpenssl(
    authority,
    `x509 -req -in ${folder}/node.csr -extfile ${folder}/extensions -CA ca.pem -CAkey ca-key.pem -CAcreateserial -days 30 -out ${folder}/node.pem`,
  );
  copyFileSync(path.join(authority, "ca.pem"), path.join(folder, "ca.pem"));
}

interface NodeOptions {
  name: string;
  address: string;
  shared: string;
  user: User;
  programs: string;
}

/** Creates a node from the files of deploy/patroni. Replaces names, addresses and folders, and adds the archive. */
export function createNode({ name, address, shared, user, programs }: NodeOptions): ClusterNode {
  const folder = path.join(shared, name);
  mkdirSync(folder, { mode: 0o700 });
  createCertificate(shared, folder, address);
  for (const file of user ? ["", "node.pem", "node-key.pem", "ca.pem"] : [])
    chownSync(path.join(folder, file), user?.uid ?? 0, user?.gid ?? 0);
  const adapt = (text: string) =>
    text.replaceAll("node1", name).replaceAll("10.0.0.11", address).replaceAll("/etc/patroni/tls", folder);
  const configFile = path.join(folder, "patroni.yml");
  const dataDir = path.join(folder, "data");
  const env = {
    ...readEnvironment("patroni/node.env", adapt),
    PATRONI_POSTGRESQL_BIN_DIR: programs,
    PATRONI_POSTGRESQL_DATA_DIR: dataDir,
    PATRONI_POSTGRESQL_PGPASS: path.join(folder, "pgpass"),
    ...buildArchiveSettings({ shared, folder, dataDir, port: "5432", socketDir: folder, user: "postgres" }),
  };
  const config = readDeployed("patroni/patroni.yml")
    .replaceAll("/var/run/postgresql", folder)
    .replaceAll("/etc/patroni/tls", folder)
    .replaceAll(/^ {2}(data_dir|bin_dir|pgpass):.*\n/gm, "");
  writeFileSync(configFile, config, { mode: 0o644 });
  const etcdEnv = {
    ...readEnvironment("patroni/etcd.env", adapt),
    ETCD_INITIAL_CLUSTER: readEnvironment("patroni/etcd.env")["ETCD_INITIAL_CLUSTER"] ?? "",
    ETCD_DATA_DIR: path.join(folder, "etcd"),
    ETCD_LOG_LEVEL: "error",
  };
  const running: { etcd?: ChildProcess; patroni?: ChildProcess } = {};
  const capture = (program: string, args: readonly string[]) =>
    runFile(program, args, { ...user, env: { ...process.env, LC_ALL: "C.UTF-8", ...env }, cwd: folder });
  const ask = (route: string, method = "GET") =>
    fetch(`http://${address}:8008${route}`, { method, signal: AbortSignal.timeout(2_000) });
  return {
    name,
    address,
    folder,
    validate: () =>
      capture("patroni", ["--validate-config", configFile]).then(
        ({ stdout, stderr }) => stdout + stderr,
        String,
      ),
    startEtcd: () =>
      void (running.etcd = startDaemon(["etcd"], { user, env: etcdEnv, folder, log: "etcd.log" })),
    endEtcd: () => void running.etcd?.kill("SIGKILL"),
    startPatroni: () =>
      void (running.patroni = startDaemon(["patroni", configFile], {
        user,
        env,
        folder,
        log: "patroni.log",
      })),
    kill() {
      running.patroni?.kill("SIGKILL");
      const [pid] = readFileSync(path.join(dataDir, "postmaster.pid"), "utf8").split("\n");
      killAll(Number(pid));
    },
    run: async (program, ...words) => (await capture(program, words)).stdout,
    patronictl: (...words) => capture("patronictl", ["-c", configFile, ...words]),
    listMembers: async () => ((await (await ask("/cluster")).json()) as { members: Member[] }).members,
    answers: async (check) => (await ask(check, "OPTIONS").catch(() => null))?.status === 200,
    log: () => readFileSync(path.join(folder, "patroni.log"), "utf8"),
  };
}
