import Download from "lucide/dist/esm/icons/download.mjs";
import Printer from "lucide/dist/esm/icons/printer.mjs";
import { type ReactNode, useState } from "react";
import { joinTexts } from "#contract/text.ts";
import { saveFile } from "#client/save-file.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { toastErrors } from "#ui/toast.ts";
import { DeskError, getMessage, getPrintedCsv, openFile, run } from "./desk-calls.ts";
import styles from "./print-button.module.css";

interface Print {
  /** The name of the file in an error message, if a click downloads several files. */
  title?: string;
  options?: Record<string, string>;
  args?: Record<string, string>;
  verb?: string;
}

interface PrintButtonProps extends Print {
  also?: readonly Print[];
  isInline?: boolean;
  children: ReactNode;
}

export function PrintButton({ also = [], isInline = false, children, ...print }: PrintButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const [remarks, setRemarks] = useState<string[]>([]);
  const printAll = async () => {
    setBusy(true);
    setRemarks([]);
    const errors: string[] = [];
    for (const each of [print, ...also])
      try {
        setRemarks(await draw(each));
      } catch (cause) {
        errors.push(joinTexts(" could not be downloaded. ", each.title, getMessage(cause)));
      }
    if (errors.length > 0) toastErrors(errors);
    setBusy(false);
  };
  return (
    <>
      <Button
        variant={isInline ? "quiet" : "secondary"}
        className={isInline ? styles.inline : undefined}
        busy={isBusy}
        onClick={() => void printAll()}
      >
        {!isInline && <Icon of={isPaper(print.verb) ? Printer : Download} size={18} />} {children}
      </Button>
      {remarks.length > 0 && (
        <Notice tone="danger">
          {remarks.map((remark) => (
            <p key={remark}>{remark}</p>
          ))}
        </Notice>
      )}
    </>
  );
}

const PRINT = "orders print";

const isPaper = (command = PRINT): boolean => command === PRINT || command === "invoices";

async function draw({ verb: command = PRINT, args = {}, options = {} }: Print): Promise<string[]> {
  const [noun = "", verb = ""] = command.split(" ");
  const reply = await run({ noun, verb, args, options });
  if (reply.outcome !== "done")
    throw new DeskError("refused", reply.outcome === "confirm" ? reply.question : reply.message);
  const csv = getPrintedCsv(reply);
  if (csv !== null) {
    const name = [noun, verb, options["by"], options["month"]].filter(Boolean).join("-");
    saveFile(new Blob([csv]), `${name}.csv`);
    return [];
  }
  const { files = [], task = "" } = reply;
  if (files.length === 0)
    throw new DeskError("refused", reply.result.message ?? "There is nothing to print.");
  for (const name of files) await openFile(task, name);
  return isPaper(command) ? (reply.result.message ?? "").split("\n").filter(Boolean) : [];
}
