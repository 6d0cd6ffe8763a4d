import { setTimeout as sleep } from "node:timers/promises";
import { toNoneFigure, toTimeFigure } from "../scenario.ts";
import { findLongest, listWrong, waitUntil, waitUntilServed, watch } from "../watch.ts";
import { AFTERWARDS_MS, defineScenario, measurePause, type Stage } from "./two-shops.ts";

const WRITES_AGAIN_MS = 15_000;
const SWITCHED_MS = 10_000;
const BACK_MS = 60_000;

export const primaryKilled = defineScenario({
  name: "primary",
  summary: "kill -9 of the primary's PostgreSQL and Patroni while 50 customers order",
  async play(stage) {
    const { cluster, say } = stage;
    const primary = await cluster.findPrimary();
    const since = performance.now();
    primary.kill();
    const paused = await measurePause(stage, since);
    const successor = await cluster.findPrimary();
    const previousLength = primary.log().length;
    primary.startPatroni();
    const back = await cluster.waitUntilWhole();
    const log = primary.log().slice(previousLength);
    const way = log.includes("running pg_rewind") ? "by pg_rewind" : "without pg_rewind";
    say(
      `${primary.name} killed, ${successor.name} is the primary; ${primary.name} is a replica again, ${way}`,
    );
    return [
      toTimeFigure("writes again after the kill", paused, WRITES_AGAIN_MS),
      toTimeFigure("killed primary is a replica again after", back, BACK_MS),
      toNoneFigure("copied completely instead of rewound", log.match(/replica has been created/g) ?? []),
    ];
  },
});

export const switchover = defineScenario({
  name: "switchover",
  summary: "patronictl switchover while 50 customers order",
  async play(stage) {
    const primary = await stage.cluster.findPrimary();
    const since = performance.now();
    await primary.patronictl("switchover", "--force", "--master", primary.name);
    const paused = await measurePause(stage, since);
    await stage.cluster.waitUntilWhole();
    return [toTimeFigure("longest time without an acknowledged order", paused, SWITCHED_MS)];
  },
});

export const replicaKilled = defineScenario({
  name: "replica",
  summary: "kill -9 of the synchronous replica while 50 customers order",
  async play(stage) {
    const { cluster } = stage;
    const members = await (await cluster.findPrimary()).listMembers();
    const standby = members.find(({ role }) => role === "sync_standby");
    const replica = cluster.nodes.find(({ name }) => name === standby?.name);
    if (!replica) throw new Error("No replica is synchronous.");
    const since = performance.now();
    replica.kill();
    const paused = await measurePause(stage, since);
    replica.startPatroni();
    return [
      toTimeFigure("longest time without an acknowledged order", paused, WRITES_AGAIN_MS),
      toTimeFigure("killed replica is a replica again after", await cluster.waitUntilWhole(), BACK_MS),
    ];
  },
});

const NOTICED_MS = 6_000;
const RECOVERED_MS = 10_000;
/** The maximum time in ms without an order at the other shop. Database locks of the cut-off shop may delay it. */
const OTHERS_MS = 9_000;
const LOST_MS = 20_000;

export const networkLost = defineScenario({
  name: "network",
  summary: "all packets from one shop to the primary are lost for 20 s",
  async play({ cluster, near, far, customers }) {
    const { address } = await cluster.findPrimary();
    const [nearReady, farReady] = [watch(near.url, ["/readyz"]), watch(far.url, ["/readyz"])];
    const since = performance.now();
    cluster.far.lose(address);
    await waitUntil("the cut is noticed", () => farReady.looks.some(({ status }) => status === 503), 5);
    const noticed = performance.now() - since;
    await sleep(LOST_MS);
    const others = customers.findGap(since, near);
    cluster.far.heal(address);
    const recovered = await waitUntilServed(far.url, "/readyz");
    await sleep(AFTERWARDS_MS);
    await Promise.all([nearReady.stop(), farReady.stop()]);
    return [
      toTimeFigure("the cut-off shop reports it at /readyz after", noticed, NOTICED_MS),
      toTimeFigure("longest call of /readyz", findLongest(farReady.looks), NOTICED_MS),
      toTimeFigure("the cut-off shop serves again after", recovered, RECOVERED_MS),
      toTimeFigure("longest time without an order at the other shop", others, OTHERS_MS),
      toNoneFigure("wrong responses of /readyz", listWrong([...nearReady.looks, ...farReady.looks])),
    ];
  },
});

const ETCD_AWAY_MS = 25_000;
const WITHOUT_ETCD_MS = 5_000;

export const etcdLost = defineScenario({
  name: "etcd",
  summary: "all etcd nodes are down: with failsafe_mode the primary stays, without it the primary steps down",
  async play(stage) {
    const { cluster, say } = stage;
    const primary = await cluster.findPrimary();
    const withFailsafe = await loseEtcd(stage, () => sleep(ETCD_AWAY_MS));
    const stayed = (await cluster.findPrimary()).name === primary.name;
    const setFailsafe = (mode: string) =>
      primary.patronictl("edit-config", "--force", "-s", `failsafe_mode=${mode}`);
    await setFailsafe("false");
    await sleep(AFTERWARDS_MS);
    const isDemoted = async () => !(await primary.answers("/primary"));
    const without = await loseEtcd(stage, () => waitUntil("the primary gives up", isDemoted, 50));
    await setFailsafe("true");
    await cluster.waitUntilWhole();
    say(`longest time without an order when failsafe_mode was off: ${Math.round(without)} ms`);
    return [
      { what: "primaries that continued with failsafe_mode", value: stayed ? 1 : 0, atLeast: 1 },
      toTimeFigure("longest time without an order with failsafe_mode", withFailsafe, WITHOUT_ETCD_MS),
    ];
  },
});

async function loseEtcd(stage: Stage, whileAway: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  for (const node of stage.cluster.nodes) node.endEtcd();
  await whileAway();
  for (const node of stage.cluster.nodes) node.startEtcd();
  await stage.cluster.waitUntilWhole();
  return measurePause(stage, since);
}
