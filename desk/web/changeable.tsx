import { type ComponentProps, type ReactNode, useEffect, useEffectEvent } from "react";
import { createStore } from "#client/store.ts";
import { Button, type ButtonVariant } from "#ui/button.tsx";
import { CommandForm, type CommandFormProps } from "./command-form.tsx";
import styles from "./changeable.module.css";
import { Dialog } from "./dialog.tsx";
import { FocusField } from "./focus-field.tsx";
import type { Values } from "./form-values.ts";
import { place } from "./router.ts";
import { toastDone } from "./toast-done.ts";
import { useCommand } from "./use-view.ts";
import { OrderLines } from "./word-field.tsx";

interface ChangeProps extends Omit<CommandFormProps, "onChanged" | "onDone"> {
  title: string;
  focus?: string;
  /** Shown above the fields, for example the message that the user is answering. */
  above?: ReactNode;
  lines?: ComponentProps<typeof OrderLines>["value"];
  onDone?: (values: Values) => void;
}

/** The form that is open. It is rendered outside the list, because the row from which it was opened may disappear. */
const openedChange = createStore<ChangeProps | null>(null);

export const openChange = (change: ChangeProps): void => openedChange.set(change);

interface ChangeableValueProps extends ChangeProps {
  of: string;
  children: ReactNode;
}

export function ChangeableValue({ of, children, ...change }: ChangeableValueProps) {
  return useCommand(change.name) ? (
    <button type="button" className={styles.value} onClick={() => openedChange.set(change)}>
      <span className="visually-hidden">
        {of} of {change.title}, to be changed:{" "}
      </span>
      {children}
    </button>
  ) : null;
}

interface ChangeButtonProps extends ChangeProps {
  variant?: ButtonVariant;
  /** A text after the label for screen readers, because several buttons have the same label. */
  of?: string;
  /** True to open the form at once, as if the user had clicked. */
  isOpened?: boolean;
  children?: ReactNode;
}

export function ChangeButton({
  variant = "secondary",
  of,
  isOpened = false,
  children = "Change",
  ...change
}: ChangeButtonProps) {
  const open = useEffectEvent(() => openedChange.set(change));
  useEffect(() => {
    if (isOpened) open();
  }, [isOpened]);
  return useCommand(change.name) ? (
    <Button variant={variant} onClick={() => openedChange.set(change)}>
      {children}
      {of !== undefined && <span className="visually-hidden"> {of}</span>}
    </Button>
  ) : null;
}

const NO_LINES: ComponentProps<typeof OrderLines>["value"] = [];

export function ChangeDialog() {
  const change = openedChange.useValue();
  const { title = "", focus, above, lines = NO_LINES, onDone, ...form }: Partial<ChangeProps> = change ?? {};
  const { pathname } = new URL(place.useValue(), location.origin);
  useEffect(() => () => openedChange.set(null), [pathname]);
  return (
    <Dialog title={title} open={change !== null} onClose={() => openedChange.set(null)}>
      {change && (
        <OrderLines value={lines}>
          <FocusField name={focus}>
            {above}
            <CommandForm
              label="Save"
              {...form}
              name={change.name}
              onDone={(reply, values) => {
                toastDone(reply, undefined, "Saved.");
                onDone?.(values);
                openedChange.set(null);
              }}
            />
          </FocusField>
        </OrderLines>
      )}
    </Dialog>
  );
}
