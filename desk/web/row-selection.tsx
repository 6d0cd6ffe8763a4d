import { type KeyboardEvent as ReactKeyboardEvent, type ReactNode, useCallback, useState } from "react";
import { Button } from "#ui/button.tsx";
import { isTyping, useKeyDown } from "./use-key-down.ts";
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
  /** The checkbox's name for screen readers, if it has no `children`. */
  label?: string;
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

export const chooseByKey =
  (id: string, isChosen: boolean, choose: RowSelection["choose"]) =>
  (event: ReactKeyboardEvent): void => {
    if (event.key === "x") choose([id], !isChosen);
  };

export function useRowKeys(list: { current: HTMLElement | null }): void {
  const press = useCallback(
    (event: KeyboardEvent) => {
      const step = { j: 1, k: -1 }[event.key];
      if (step === undefined || isTyping(event)) return;
      const rows = [...(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
      const at = rows.findIndex((row) => row === document.activeElement);
      rows[at < 0 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)]?.focus();
    },
    [list],
  );
  useKeyDown(press);
}

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
