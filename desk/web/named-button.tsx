import type { IconNode } from "lucide";
import type { ComponentProps } from "react";
import { Icon } from "#ui/icon.tsx";
import { CommandButton } from "./command-button.tsx";

interface NamedButtonProps extends Omit<ComponentProps<typeof CommandButton>, "children"> {
  text: string;
  of: string;
  icon?: IconNode | undefined;
}

/** A button of a list row. The hidden `of` tells screen readers the row, because each row has the same `text`. */
export const NamedButton = ({ text, of, icon, ...button }: NamedButtonProps) => (
  <CommandButton variant="quiet" yes={text} {...button}>
    {icon && <Icon of={icon} size={16} />}
    {text} <span className="visually-hidden">{of}</span>
  </CommandButton>
);
