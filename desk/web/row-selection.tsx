import { type ReactNode, useState } from "react";
import { Button } from "#ui/button.tsx";
import styles from "./row-selection.module.css";

export interface RowSelection {
  chosen: ReadonlySet<string>;
  choose: (ids: readonly string[], isChosen: boolean) => void;
}

export function useRowSelection(): RowSelection & { chooseNone: () => void } {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen(
      (previous) => new Set([...[...previous].filter((id) => !ids.includes(id)), ...(isChosen ? ids : [])]),
    );
  return { chosen, choose, chooseNone: () => setChosen(new Set()) };
}

interface BoxProps extends Pick<RowSelection, "choose"> {
  ids: readonly string[];
  label: string;
  isChosen: boolean;
  children?: ReactNode;
}

export const ChoiceBox = ({ ids, label, isChosen, choose, children }: BoxProps) => (
  <label className={styles.choice}>
    <input
      type="checkbox"
      className={styles.box}
      aria-label={label}
      checked={isChosen}
      onChange={() => choose(ids, !isChosen)}
    />
    {children}
  </label>
);

export const isEveryChosen = (ids: readonly string[], chosen: ReadonlySet<string>): boolean =>
  ids.length > 0 && ids.every((id) => chosen.has(id));

interface ChosenBarProps {
  count: string;
  label: string;
  onNone: () => void;
  children: ReactNode;
}

export const ChosenBar = ({ count, label, onNone, children }: ChosenBarProps) => (
  <div className={styles.chosen} role="region" aria-label={label} data-bar="">
    <strong role="status">{count} chosen</strong>
    {children}
    <Button variant="quiet" onClick={onNone}>
      Choose none
    </Button>
  </div>
);
