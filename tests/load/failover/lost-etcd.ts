import { setTimeout as sleep } from "node:timers/promises";
import { waitUntil } from "../watch.ts";
import { toTimeFigure } from "../scenario.ts";
import { AFTERWARDS_MS, measurePause } from "./measure-pause.ts";
import { defineScenario, type Stage } from "./two-shops.ts";

const ETCD_AWAY_MS = 25_000;

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
