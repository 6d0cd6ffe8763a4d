import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button, type ButtonVariant } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { CommandForm } from "./command-form.tsx";
import styles from "./changeable.module.css";
import { useCommand } from "./use-view.ts";

interface ChangeProps {
  /** What it belongs to: the title of the form. */
  title: string;
  /** The command: `products set-price`. */
  name: string;
  /** What the command is told without being asked, and what is there already. */
  known: Readonly<Record<string, string>>;
  /** The words that are asked for. */
  asked: readonly string[];
  expected: string;
  children: ReactNode;
}

/** A value that opens its form when it is pressed. */
export const ChangeableValue = ({ label, ...change }: ChangeProps & { label: string }) => (
  <WithForm {...change}>
    {(open) => (
      <button type="button" className={styles.value} onClick={open}>
        <span className="visually-hidden">
          {label} of {change.title}, to be changed:{" "}
        </span>
        {change.children}
      </button>
    )}
  </WithForm>
);

/** A button that opens the form of a change. */
export const ChangeButton = ({
  variant = "secondary",
  ...change
}: ChangeProps & { variant?: ButtonVariant }) => (
  <WithForm {...change}>
    {(open) => (
      <Button variant={variant} onClick={open}>
        {change.children}
      </Button>
    )}
  </WithForm>
);

interface WithFormProps extends Omit<ChangeProps, "children"> {
  children: (open: () => void) => ReactNode;
}

function WithForm({ title, name, known, asked, expected, children }: WithFormProps) {
  const [isOpen, setOpen] = useState(false);
  const [noun = "", verb = ""] = name.split(" ");
  const command = useCommand(noun, verb);
  if (!command) return null;
  const names = [...command.args.map((arg) => arg.name), ...Object.keys(command.options)];
  return (
    <>
      {children(() => setOpen(true))}
      <Dialog title={title} open={isOpen} onClose={() => setOpen(false)}>
        {isOpen && (
          <FocusFirst>
            <CommandForm
              command={command}
              known={known}
              hidden={names.filter((each) => !asked.includes(each))}
              expected={expected}
              label="Save"
              onDone={() => setOpen(false)}
            />
          </FocusFirst>
        )}
      </Dialog>
    </>
  );
}

/** The value is there to be typed over. */
function FocusFirst({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const field = frame.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    field?.focus();
    if (field?.type !== "file") field?.select();
  }, []);
  return <div ref={frame}>{children}</div>;
}
