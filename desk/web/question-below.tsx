import { useEffect, useLayoutEffect, useState } from "react";
import { joinTexts } from "#contract/text.ts";
import { Notice } from "#ui/notice.tsx";
import { Unbroken } from "#ui/unbroken.tsx";
import type { DescribedCommand } from "../calls.ts";
import styles from "./command-form.module.css";
import { send } from "./command-run.tsx";
import type { FinishedRun } from "./desk-calls.ts";
import { listWords, type Values, type Word } from "./form-values.ts";

interface QuestionBelowProps {
  command: DescribedCommand;
  required: readonly Word[];
  values: Values;
  /** False while a missing value may be the only reason why the shop refuses the command. */
  showsRefusal: boolean;
  onShown: (reply: FinishedRun | null) => void;
  onAsking: (isAsking: boolean) => void;
}

/** Shows below the fields what the command would ask, or why the shop would refuse it. */
export function QuestionBelow({
  command,
  required,
  values,
  showsRefusal,
  onShown,
  onAsking,
}: QuestionBelowProps) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const isCurrent = isPreviewOf(command, required, preview, values);
  useEffect(() => {
    if (isCurrent) return;
    let isWanted = true;
    const ask = () =>
      void send(command, fillRequired(required, values), { dryRun: "question" }).then((reply) => {
        if (isWanted) setPreview({ of: values, reply });
      });
    const timer = setTimeout(ask, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [command, required, values, isCurrent]);
  const reply = preview?.reply.outcome === "refused" && !showsRefusal ? null : (preview?.reply ?? null);
  // A layout effect, because the button may be clicked as soon as the question is visible.
  useLayoutEffect(() => {
    onShown(reply);
    return () => onShown(null);
  }, [onShown, reply]);
  useLayoutEffect(() => {
    onAsking(!isCurrent);
    return () => onAsking(false);
  }, [onAsking, isCurrent]);
  const previewText = reply && getPreviewText(reply);
  // A question that contains the placeholder of a missing value makes no sense yet.
  const isUnreadable = required.some(({ name }) => !preview?.of[name]) && previewText?.includes(PLACEHOLDER);
  const text = isUnreadable ? null : previewText;
  return (
    <div role="status" aria-busy={!isCurrent} className={styles.below}>
      {reply && text && (
        <Notice tone={reply.outcome === "refused" ? "danger" : "info"}>
          <Unbroken text={text} />
        </Notice>
      )}
    </div>
  );
}

const PAUSE_MS = 500;

const PLACEHOLDER = "…";

interface Preview {
  of: Values;
  reply: FinishedRun;
}

/** Fills empty required text fields with a placeholder, so that a preview is possible before the user has typed. */
const fillRequired = (required: readonly Word[], values: Values): Values => ({
  ...values,
  ...Object.fromEntries(required.filter(({ name }) => !values[name]).map(({ name }) => [name, PLACEHOLDER])),
});

function getPreviewText(reply: FinishedRun): string | null {
  if (reply.outcome === "confirm") return reply.question;
  if (reply.outcome === "refused") return reply.message;
  return reply.outcome === "done" && reply.result.message ? `Afterwards: ${reply.result.message}` : null;
}

/** True if the preview is still correct: the user has changed only texts that the preview does not contain. */
function isPreviewOf(
  command: DescribedCommand,
  required: readonly Word[],
  preview: Preview | null,
  values: Values,
): preview is Preview {
  if (preview === null) return false;
  const rows = preview.reply.outcome === "confirm" ? preview.reply.rows : undefined;
  const text = joinTexts(" ", getPreviewText(preview.reply), ...(rows ?? []).flat().map(String));
  const [previous, now] = [fillRequired(required, preview.of), fillRequired(required, values)];
  return listWords(command).every(({ name, kind, choices, many }) => {
    const [was, is] = [previous[name], now[name]];
    if ((was ?? "") === (is ?? "")) return true;
    const canBeUnrelated = preview.reply.outcome !== "refused" && kind === "text";
    const isText = canBeUnrelated && !choices && !many && typeof was === "string" && was !== "" && is !== "";
    // The preview may show a number in another form, such as a discount of `10%` in rupees.
    const isNumber = [was, is].some((value) => typeof value === "string" && NUMBER.test(value));
    return isText && text !== "" && !isNumber && !text.includes(was.trim());
  });
}

const NUMBER = /^₹?\s*[\d.,]+\s*%?\s*$/;
