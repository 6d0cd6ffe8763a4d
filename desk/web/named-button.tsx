import ArrowDown from "lucide/dist/esm/icons/arrow-down.mjs";
import ArrowUp from "lucide/dist/esm/icons/arrow-up.mjs";
import type { ComponentProps } from "react";
import { Icon } from "#ui/icon.tsx";
import { CommandButton } from "./command-button.tsx";
import styles from "./named-button.module.css";

interface NamedButtonProps extends Omit<ComponentProps<typeof CommandButton>, "children"> {
  text: string;
  of: string;
}

interface MoveButtonsProps extends Omit<NamedButtonProps, "text" | "values"> {
  place: number;
  last: number;
  /** Returns the values that move the entry to a place. */
  to: (place: string) => NamedButtonProps["values"];
}

const MOVES = [
  ["Move up", -1, ArrowUp],
  ["Move down", 1, ArrowDown],
] as const;

export const MoveButtons = ({ place, last, to, of, ...button }: MoveButtonsProps) =>
  MOVES.map(([text, step, icon]) => (
    <CommandButton
      key={text}
      variant="quiet"
      {...button}
      values={to(String(place + step))}
      disabled={place + step < 1 || place + step > last}
    >
      <Icon of={icon} size={18} className={styles.move} />
      <span className="visually-hidden">
        {text} {of}
      </span>
    </CommandButton>
  ));

/** A button of a list row. The hidden `of` tells screen readers the row, because each row has the same `text`. */
export const NamedButton = ({ text, of, ...button }: NamedButtonProps) => (
  <CommandButton variant="quiet" yes={text} {...button}>
    {text} <span className="visually-hidden">{of}</span>
  </CommandButton>
);
