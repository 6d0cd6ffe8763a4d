import { type ReactNode, useEffect, useRef } from "react";
import { createStore } from "#client/store.ts";
import { Button, type ButtonVariant } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { CommandForm, type CommandFormProps } from "./command-form.tsx";
import styles from "./changeable.module.css";
import { place } from "./router.ts";
import { toastDone } from "./toast-done.ts";
import { useCommand } from "./use-view.ts";

interface ChangeProps extends Pick<
  CommandFormProps,
  "name" | "known" | "asked" | "needed" | "expected" | "expectedOf" | "drawPage" | "label"
> {
  title: string;
  focus?: string;
  children: ReactNode;
}

/** The form that is open. It is rendered outside the list, because the row from which it was opened may disappear. */
const openedChange = createStore<Omit<ChangeProps, "children"> | null>(null);

export const openChange = (change: Omit<ChangeProps, "children">): void => openedChange.set(change);

export function ChangeableValue({ of, children, ...change }: ChangeProps & { of: string }) {
  return useCommand(change.name) ? (
    <button type="button" className={styles.value} onClick={() => openedChange.set(change)}>
      <span className="visually-hidden">
        {of} of {change.title}, to be changed:{" "}
      </span>
      {children}
    </button>
  ) : null;
}

export function ChangeButton({
  variant = "secondary",
  children,
  ...change
}: ChangeProps & { variant?: ButtonVariant }) {
  return useCommand(change.name) ? (
    <Button variant={variant} onClick={() => openedChange.set(change)}>
      {children}
    </Button>
  ) : null;
}

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
        <FocusFirst name={change.focus}>
          <CommandForm
            label="Save"
            {...change}
            onDone={(reply) => {
              toastDone(reply);
              openedChange.set(null);
            }}
          />
        </FocusFirst>
      )}
    </Dialog>
  );
}

function FocusFirst({ name, children }: { name: string | undefined; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const field = frame.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(
      name === undefined ? "input, textarea" : `[name="${name}"]`,
    );
    field?.focus();
    if (field?.type !== "file") field?.select();
  }, [name]);
  return <div ref={frame}>{children}</div>;
}
