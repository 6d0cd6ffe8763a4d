import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button, type ButtonVariant } from "#ui/button.tsx";
import { isRepeatedClick } from "#ui/double-click.ts";
import { toastError } from "#ui/toast.ts";
import { Unbroken } from "#ui/unbroken.tsx";
import type { DescribedCommand } from "../calls.ts";
import styles from "./command-form.module.css";
import { isOnlyReading, Progress, Question, useCommandRun, useRefusal } from "./command-run.tsx";
import type { FinishedRun } from "./desk-calls.ts";
import { focusAtFirst } from "./focus-field.tsx";
import type { Values } from "./form-values.ts";
import { ResultView } from "./result-view.tsx";
import { place } from "./router.ts";
import { Small } from "./screen-parts.tsx";
import { toastDone } from "./toast-done.ts";
import { useCommand } from "./use-view.ts";

interface CommandButtonProps {
  name: string;
  values: Values;
  variant?: ButtonVariant;
  disabled?: boolean;
  /** If set, the button is a switch, and `isOn` is its state. */
  isOn?: boolean | undefined;
  isFocused?: boolean;
  checksFirst?: boolean;
  /**
   * The reason why the shop would refuse the command, if it is known. If the screen shows the reason above the
   * button, the button does not show it again.
   */
  refused?: { reason: string | null; isShownAbove: boolean };
  expected?: string | undefined;
  doneText?: string;
  /** The label of the button that confirms the question. The default is the label of this button, if it is a text. */
  yes?: string | undefined;
  onDone?: (reply: FinishedRun) => void;
  children: ReactNode;
}

export function CommandButton({ name, ...props }: CommandButtonProps) {
  const command = useCommand(name);
  return command && <RunButton command={command} {...props} />;
}

function RunButton({
  command,
  values,
  variant = "primary",
  disabled = false,
  checksFirst = false,
  refused,
  ...rest
}: Omit<CommandButtonProps, "name"> & { command: DescribedCommand }) {
  const reason = useId();
  const asked = useRefusal(command, values, checksFirst);
  const refusal = refused ? refused.reason : asked;
  const commandRun = useCommandRun(command, rest.expected, (reply) => {
    const hasMessage =
      reply.outcome === "done" && reply.result.message && !isShownBelow(command, values, reply);
    if (rest.doneText !== undefined || hasMessage) toastDone(reply, rest.doneText);
    rest.onDone?.(reply);
  });
  useRefusalToast(commandRun.done);
  return (
    <>
      <Button
        ref={rest.isFocused ? focusAtFirst : undefined}
        variant={variant}
        {...(rest.isOn !== undefined && {
          role: "switch",
          "aria-checked": rest.isOn,
          className: styles.switch,
        })}
        disabled={refusal !== null}
        // The button keeps the focus if its own command disables it, such as "Move up" of an entry that is now the first.
        aria-disabled={disabled || undefined}
        aria-describedby={refusal === null ? undefined : reason}
        busy={commandRun.isBusy}
        // Ignore the second click of a double click: "Hide" has become "Show", so it would undo the first click.
        onClick={(event) => {
          if (!disabled && !isRepeatedClick(event)) void commandRun.start(values);
        }}
      >
        {rest.children}
      </Button>
      {refusal !== null && (
        <div id={reason} className={refused?.isShownAbove ? "visually-hidden" : undefined}>
          <Small>
            <Unbroken text={refusal} />
          </Small>
        </div>
      )}
      <Question
        commandRun={commandRun}
        yes={rest.yes ?? (typeof rest.children === "string" ? rest.children : undefined)}
      />
      {commandRun.progress && <Progress {...commandRun.progress} />}
      {commandRun.done && isShownBelow(command, values, commandRun.done) && (
        <div role="status" className={styles.result}>
          <ResultView done={commandRun.done} isBrief />
        </div>
      )}
    </>
  );
}

const isShownBelow = (command: DescribedCommand, values: Values, reply: FinishedRun): boolean =>
  reply.outcome !== "done" ||
  (reply.result.rows !== undefined && (isOnlyReading(command, values) || reply.files !== undefined));

function useRefusalToast(reply: FinishedRun | null): void {
  const refused = useRef<{ message: string; at: string } | null>(null);
  useEffect(() => {
    const isRefused = reply !== null && reply.outcome !== "done" && reply.outcome !== "confirm";
    refused.current = isRefused ? { message: reply.message, at: place.get() } : null;
  }, [reply]);
  useEffect(
    () => () => {
      if (refused.current?.at === place.get()) toastError(refused.current.message);
    },
    [],
  );
}
