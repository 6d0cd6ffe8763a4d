import type { ComponentProps } from "react";
import { CommandButton } from "./command-button.tsx";

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

export const MoveButtons = ({ place, last, to, ...button }: MoveButtonsProps) =>
  Object.entries({ "Move up": place - 1, "Move down": place + 1 })
    .filter(([, next]) => next >= 1 && next <= last)
    .map(([text, next]) => <NamedButton key={text} {...button} text={text} values={to(String(next))} />);

/** A button of a list row. The hidden `of` tells screen readers the row, because each row has the same `text`. */
export const NamedButton = ({ text, of, ...button }: NamedButtonProps) => (
  <CommandButton variant="quiet" yes={text} {...button}>
    {text} <span className="visually-hidden">{of}</span>
  </CommandButton>
);
