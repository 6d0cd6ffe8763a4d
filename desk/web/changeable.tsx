import { type ReactNode, useEffect, useRef } from "react";
import { createStore } from "#client/store.ts";
import { Button, type ButtonVariant } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import type { DescribedCommand } from "../calls.ts";
import { CommandForm, type Values } from "./command-form.tsx";
import styles from "./changeable.module.css";
import { place } from "./router.ts";
import { toastDone } from "./toast-done.ts";
import { useCommand } from "./use-view.ts";

interface ChangeProps {
  title: string;
  /** The name of the command that the form runs: `products set`. */
  name: string;
  /** Preset arguments and current values. */
  known: Readonly<Record<string, string>>;
  /** The names of the fields to show. */
  asked: readonly string[];
  expected?: string | undefined;
  /** Renders a preview of the shop's page with the typed values. */
  drawPage?: ((values: Values) => ReactNode) | undefined;
  /** The label of the button that opens the form. */
  label?: string;
  children: ReactNode;
}

/**
 * The open form; null if no form is open. It is rendered outside of the list, because the row of its button may
 * disappear.
 */
const openedChange = createStore<Omit<ChangeProps, "children"> | null>(null);

/** A value that can be clicked. A click opens a form that changes it. */
export function ChangeableValue({ children, ...change }: ChangeProps & { label: string }) {
  return useChange(change.name) ? (
    <button
      type="button"
      className={styles.value}
      onClick={() => openedChange.set({ ...change, label: "Save" })}
    >
      <span className="visually-hidden">
        {change.label} of {change.title}, to be changed:{" "}
      </span>
      {children}
    </button>
  ) : null;
}

/** A button that opens a form for changing something. */
export function ChangeButton({
  variant = "secondary",
  children,
  ...change
}: ChangeProps & { variant?: ButtonVariant }) {
  return useChange(change.name) ? (
    <Button variant={variant} onClick={() => openedChange.set(change)}>
      {children}
    </Button>
  ) : null;
}

function useChange(name: string): DescribedCommand | undefined {
  const [noun = "", verb = ""] = name.split(" ");
  return useCommand(noun, verb);
}

/** The dialog with the open form. It closes when the user opens another screen. */
export function ChangeDialog() {
  const change = openedChange.useValue();
  const { pathname } = new URL(place.useValue(), location.origin);
  useEffect(() => () => openedChange.set(null), [pathname]);
  return (
    <Dialog
      title={change?.title ?? ""}
      open={change !== null}
      onClose={() => openedChange.set(null)}
      size={change?.drawPage ? "wide" : "normal"}
    >
      {change && (
        <FocusFirst>
          <ChangeForm {...change} />
        </FocusFirst>
      )}
    </Dialog>
  );
}

function ChangeForm({
  name,
  known,
  asked,
  expected,
  label = "Save",
  drawPage,
}: Omit<ChangeProps, "children">) {
  const command = useChange(name);
  if (!command) return null;
  const names = [...command.args.map((arg) => arg.name), ...Object.keys(command.options)];
  return (
    <CommandForm
      command={command}
      known={known}
      hidden={names.filter((each) => !asked.includes(each))}
      expected={expected}
      label={label}
      onDone={(reply) => {
        toastDone(reply);
        openedChange.set(null);
      }}
      {...(drawPage && { drawPage })}
    />
  );
}

/** Focuses the first field and selects its text, so that typing replaces the value. */
function FocusFirst({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const field = frame.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    field?.focus();
    if (field?.type !== "file") field?.select();
  }, []);
  return <div ref={frame}>{children}</div>;
}
