import type { ComponentProps } from "react";
import { CommandButton } from "./command-button.tsx";

interface NamedButtonProps extends Omit<ComponentProps<typeof CommandButton>, "children"> {
  text: string;
  of: string;
}

/** A button of a list row. The hidden `of` tells screen readers the row, because each row has the same `text`. */
export const NamedButton = ({ text, of, ...button }: NamedButtonProps) => (
  <CommandButton variant="quiet" yes={text} {...button}>
    {text} <span className="visually-hidden">{of}</span>
  </CommandButton>
);
