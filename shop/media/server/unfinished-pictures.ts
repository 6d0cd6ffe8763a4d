import { defineLevel } from "#platform/observe/counts.ts";
import type { WorkQueue } from "#platform/limits/work-queue.ts";

const unfinished = defineLevel({
  name: "shop_pictures_unfinished",
  help: "Pictures that are being made in another size, or wait for their turn.",
});

/** The same queue, with what is in it counted. */
export function countUnfinished({ run, runWhenIdle }: WorkQueue): Pick<WorkQueue, "run" | "runWhenIdle"> {
  unfinished.set(0);
  const count = (inTurn: WorkQueue["run"]): WorkQueue["run"] => {
    return (work) => {
      unfinished.add(1);
      return inTurn(work).finally(() => unfinished.add(-1));
    };
  };
  return { run: count(run), runWhenIdle: count(runWhenIdle) };
}
