import { toNoneFigure, toTimeFigure } from "../scenario.ts";
import { measurePause } from "./measure-pause.ts";
import { defineScenario } from "./two-shops.ts";

const WRITES_AGAIN_MS = 15_000;
const SWITCHED_MS = 10_000;
const BACK_MS = 60_000;

export const primaryKilled = defineScenario({
  name: "primary",
  summary: "kill -9 of the primary, PostgreSQL and Patroni, under 50 customers",
  async play(stage) {
    const { cluster, say } = stage;
    const primary = await cluster.findPrimary();
    const since = performance.now();
    primary.kill();
    const paused = await measurePause(stage, since);
    const successor = await cluster.findPrimary();
    const before = primary.log().length;
    primary.startPatroni();
    const back = await cluster.waitUntilWhole();
    const said = primary.log().slice(before);
    const way = said.includes("running pg_rewind")
      ? "by pg_rewind"
      : "without pg_rewind, it had nothing of its own";
    say(
      `${primary.name} killed, ${successor.name} is the primary; ${primary.name} is a replica again, ${way}`,
    );
    return [
      toTimeFigure("writes again after the kill", paused, WRITES_AGAIN_MS),
      toTimeFigure("the killed one is a replica after its start", back, BACK_MS),
      toNoneFigure("copied as a whole", said.match(/replica has been created/g) ?? []),
    ];
  },
});

export const switchover = defineScenario({
  name: "switchover",
  summary: "patronictl switchover under 50 customers",
  async play(stage) {
    const { cluster, say } = stage;
    const primary = await cluster.findPrimary();
    const since = performance.now();
    await primary.patronictl("switchover", "--force", "--master", primary.name);
    const paused = await measurePause(stage, since);
    const whole = await cluster.waitUntilWhole();
    say(
      `${primary.name} handed over to ${(await cluster.findPrimary()).name}; all three agree ${Math.round(whole)} ms later`,
    );
    return [toTimeFigure("longest time without an acknowledged order", paused, SWITCHED_MS)];
  },
});

export const replicaKilled = defineScenario({
  name: "replica",
  summary: "kill -9 of the synchronous replica under 50 customers",
  async play(stage) {
    const { cluster } = stage;
    const members = await (await cluster.findPrimary()).listMembers();
    const name = members.find(({ role }) => role === "sync_standby")?.name;
    const replica = cluster.nodes.find((node) => node.name === name);
    if (!replica) throw new Error("No replica is synchronous.");
    const since = performance.now();
    replica.kill();
    const paused = await measurePause(stage, since);
    replica.startPatroni();
    const back = await cluster.waitUntilWhole();
    return [
      toTimeFigure("longest time without an acknowledged order", paused, WRITES_AGAIN_MS),
      toTimeFigure("it is a replica again after its start", back, BACK_MS),
    ];
  },
});
