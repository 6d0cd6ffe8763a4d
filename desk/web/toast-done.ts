import { SECOND } from "#contract/time.ts";
import { toastError, toastSuccess } from "#ui/toast.ts";
import { type FinishedRun, tryRun } from "./desk-calls.ts";
import { refreshViews } from "./use-view.ts";

/** Returns the time in ms to notice a toast and to read it at 15 characters per second, but at least 5 seconds. */
export const getReadingTime = (text: string): number =>
  Math.max(5 * SECOND, 2 * SECOND + (text.length * SECOND) / 15);

export function toastDone(reply: FinishedRun, text?: string, fallback = "Done."): void {
  if (reply.outcome !== "done") return;
  const { undo, result } = reply;
  toastSuccess(
    text ?? shorten(result.message || fallback),
    undo === undefined ? undefined : { label: "Undo", onClick: () => void undoChanges(undo) },
  );
}

export const toastDiscarded = (undo: () => void): void =>
  toastSuccess("Your changes were discarded.", { label: "Undo", onClick: undo });

/** The maximum number of lines in a toast. A longer toast would cover the screen. */
const MAX_LINES = 4;

function shorten(message: string): string {
  const lines = message.split("\n");
  const shown = lines.length > MAX_LINES ? MAX_LINES - 1 : MAX_LINES;
  const hidden = lines.splice(shown).length;
  return [...lines, ...(hidden > 0 ? [`and ${hidden} more`] : [])].join("\n");
}

export async function undoChanges(numbers: readonly number[]): Promise<void> {
  const command = { noun: "undo", verb: "", args: { number: numbers.join(",") }, options: {}, files: {} };
  const reply = await tryRun({ ...command, confirmed: true });
  refreshViews();
  // If several changes were undone, show only the first line, which has their number. The other lines list them.
  if (reply.outcome === "done")
    toastSuccess(numbers.length === 1 ? "Undone." : (reply.result.message?.split("\n")[0] ?? "Undone."));
  else if ("message" in reply) toastError(reply.message);
}
