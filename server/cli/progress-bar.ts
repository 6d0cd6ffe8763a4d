import { SingleBar } from "cli-progress";
import type { OperatorProgress } from "#platform/operator/protocol.ts";

/** Creates a progress bar for a terminal; prints nothing into a log or a pipe. */
export function createProgressBar(): { show(progress: OperatorProgress): void; end(): void } {
  const bar = new SingleBar({
    format: "{bar} {value}/{total}  {label}",
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 30,
    hideCursor: true,
    clearOnComplete: true,
    forceRedraw: true,
    stream: process.stderr,
  });
  let isUp = false;
  return {
    show({ progress: label, done = 0, of = 1 }) {
      if (!process.stderr.isTTY) return;
      if (!isUp) bar.start(of, done, { label });
      else {
        bar.setTotal(of);
        bar.update(done, { label });
      }
      isUp = true;
    },
    end() {
      if (isUp) bar.stop();
    },
  };
}
