import { setTimeout as sleep } from "node:timers/promises";
import { waitUntil } from "../chaos/moment.ts";
import { findLongest, listWrong, waitUntilServed, watch } from "../chaos/watch.ts";
import { toNoneFigure, toTimeFigure } from "../scenario.ts";
import { defineScenario, type Stage } from "./two-shops.ts";

const WRITES_AGAIN_MS = 15_000;
const SWITCHED_MS = 10_000;
const BACK_MS = 60_000;
const NOTICED_MS = 6_000;
const RECOVERED_MS = 10_000;
const AFTERWARDS_MS = 5_000;
/** Rows that a swallowed connection has locked are free again by then. */
const OTHERS_MS = 9_000;
const CUT_MS = 20_000;
const ETCD_AWAY_MS = 25_000;

/** So long after `since` until both shops acknowledge orders again, and on for a while. */
async function measurePause({ customers, near, far }: Stage, since: number): Promise<number> {
  await waitUntil("orders are acknowledged again", () => customers.findGap(since + 500) > 0, 10);
  await Promise.all([near, far].map((shop) => waitUntilServed(shop.url, "/readyz")));
  await sleep(AFTERWARDS_MS);
  return customers.findGap(since);
}

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
    primary.startPatroni();
    const back = await cluster.waitUntilWhole();
    say(
      `${primary.name} killed, ${successor.name} is the primary; ${primary.name} is a replica ${Math.round(back)} ms after its start`,
    );
    return [
      toTimeFigure("writes again after the kill", paused, WRITES_AGAIN_MS),
      toTimeFigure("the killed one is a replica after its start", back, BACK_MS),
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

export const networkCut = defineScenario({
  name: "network",
  summary: "whatever one shop sends to the primary vanishes for 20 s",
  async play({ cluster, near, far, customers, say }) {
    const { address } = await cluster.findPrimary();
    const ready = { near: watch(near.url, ["/readyz"]), far: watch(far.url, ["/readyz"]) };
    const since = performance.now();
    cluster.far.cut(address);
    await waitUntil("the cut is noticed", () => ready.far.looks.some(({ status }) => status === 503), 5);
    const noticed = performance.now() - since;
    await sleep(CUT_MS);
    const others = customers.findGap(since, near.url);
    cluster.far.heal(address);
    const recovered = await waitUntilServed(far.url, "/readyz");
    await sleep(AFTERWARDS_MS);
    await Promise.all([ready.near.stop(), ready.far.stop()]);
    say(
      `/readyz of the shop that was cut off says 503 after ${Math.round(noticed)} ms, and 200 ${Math.round(recovered)} ms after the cut`,
    );
    return [
      toTimeFigure("the shop that was cut off says so", noticed, NOTICED_MS),
      toTimeFigure("longest call of /readyz", findLongest(ready.far.looks), NOTICED_MS),
      toTimeFigure("it serves again after the cut", recovered, RECOVERED_MS),
      toTimeFigure("longest time without an order at the other shop", others, OTHERS_MS),
      toNoneFigure("wrong answers of /readyz", listWrong([...ready.near.looks, ...ready.far.looks])),
    ];
  },
});

export const etcdLost = defineScenario({
  name: "etcd",
  summary: "all of etcd away: with failsafe_mode the primary stays, without it gives up",
  async play(stage) {
    const { cluster, say } = stage;
    const primary = await cluster.findPrimary();
    const withFailsafe = await loseEtcd(stage, () => sleep(ETCD_AWAY_MS));
    const stayed = (await cluster.findPrimary()).name === primary.name;
    await primary.patronictl("edit-config", "--force", "-s", "failsafe_mode=false");
    await sleep(AFTERWARDS_MS);
    const isDemoted = async () => !(await primary.answers("/primary"));
    const without = await loseEtcd(stage, () => waitUntil("the primary gives up", isDemoted, 50));
    await primary.patronictl("edit-config", "--force", "-s", "failsafe_mode=true");
    await cluster.waitUntilWhole();
    say(
      `longest time without an order: ${Math.round(withFailsafe)} ms with failsafe_mode, ${Math.round(without)} ms without`,
    );
    return [
      { what: "primaries that stayed with failsafe_mode", value: stayed ? 1 : 0, atLeast: 1 },
      toTimeFigure("longest time without an order with failsafe_mode", withFailsafe, 5_000),
    ];
  },
});

/** How long there were no orders because of it. */
async function loseEtcd(stage: Stage, whileAway: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  for (const node of stage.cluster.nodes) node.endEtcd();
  await whileAway();
  for (const node of stage.cluster.nodes) node.startEtcd();
  await stage.cluster.waitUntilWhole();
  return measurePause(stage, since);
}
