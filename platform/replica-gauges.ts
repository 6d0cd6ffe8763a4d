import { Counter, Gauge, type Registry } from "@prometheus-io/client";
import type { Context } from "./context.ts";
import { readBehind, readWritten } from "./replica-findings.ts";

/** For a shop with replicas: whether they answer, how far they are behind, and who answers public reads. */
export function registerReplicaGauges(
  { db, publicReads }: Pick<Context, "db" | "publicReads">,
  registers: Registry[],
): () => Promise<void> {
  const { replicas } = publicReads;
  if (replicas.length === 0) return async () => {};
  const { up, behind, reads } = createGauges(registers);
  return async () => {
    reads.reset();
    for (const [from, count] of Object.entries(publicReads.counts())) reads.inc({ from }, count);
    const written = await readWritten(db.$client).catch(() => null);
    for (const { name, pool } of replicas) {
      const bytes = written === null ? NaN : await readBehind(pool, written).catch(() => NaN);
      up.set({ replica: name }, Number.isNaN(bytes) ? 0 : 1);
      behind.set({ replica: name }, Math.max(0, bytes));
    }
  };
}

const createGauges = (registers: Registry[]) => ({
  up: new Gauge({
    name: "shop_replica_up",
    help: "1 when the replica of the database answered just now.",
    labelNames: ["replica"],
    registers,
  }),
  behind: new Gauge({
    name: "shop_replica_behind_bytes",
    help: "How much the primary has written that the replica has not replayed.",
    labelNames: ["replica"],
    registers,
  }),
  reads: new Counter({
    name: "shop_public_reads_total",
    help: "Statements for what is the same for everyone, by who answered: a replica or the primary.",
    labelNames: ["from"],
    registers,
  }),
});
