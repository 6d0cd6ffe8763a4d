import { createContext, type FormEvent, type ReactNode, useCallback, useState } from "react";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Notice } from "#ui/notice.tsx";
import styles from "./command-form.module.css";
import { toastDiscarded } from "./toast-done.ts";

/** The form of a section in which something has changed. */
export interface ChangedSection {
  /** Returns whether the values were saved. `isNext` is true if another section was saved just before. */
  save: (isNext: boolean) => Promise<boolean>;
  /** Returns a function that brings the input back. */
  discard: () => () => void;
}

interface SaveBoxOfScreen {
  report: (title: string, section: ChangedSection | null) => void;
  saveAll: (event?: FormEvent) => void;
}

/** Null on a screen without a save box. */
export const SaveBoxContext = createContext<SaveBoxOfScreen | null>(null);

/** One box for a screen with several forms. It saves each section in which something has changed. */
export function SaveBox({ children }: { children: ReactNode }) {
  const [sections, setSections] = useState<ReadonlyMap<string, ChangedSection>>(new Map());
  const [isBusy, setBusy] = useState(false);
  /** The titles of the sections that were saved when another one was refused. */
  const [savedBefore, setSavedBefore] = useState<readonly string[] | null>(null);
  const report = useCallback((title: string, section: ChangedSection | null) => {
    setSections((last) => {
      const others = [...last].filter(([name]) => name !== title);
      return new Map(section ? [...others, [title, section]] : others);
    });
  }, []);
  const saveAll = async () => {
    setBusy(true);
    setSavedBefore(null);
    const saved: string[] = [];
    for (const [title, section] of sections) if (await section.save(saved.length > 0)) saved.push(title);
    setBusy(false);
    if (saved.length < sections.size) setSavedBefore(saved);
  };
  const discard = () => {
    const undos = [...sections.values()].map((section) => section.discard());
    setSavedBefore(null);
    toastDiscarded(() => {
      for (const undo of undos) undo();
    });
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!isBusy) void saveAll();
  };
  return (
    <SaveBoxContext value={{ report, saveAll: submit }}>
      <div className={styles.saved}>
        {children}
        <div data-bar className={classNames(styles.actions, styles.saveBar)} hidden={sections.size === 0}>
          <Button variant="primary" busy={isBusy} onClick={() => submit()}>
            Save
          </Button>
          <Button variant="quiet" disabled={isBusy} onClick={discard}>
            Discard
          </Button>
          <div role="status" className={styles.result}>
            {savedBefore && (
              <Notice tone="danger">
                {savedBefore.length > 0 && `Saved: ${savedBefore.join(", ")}. `}
                Not saved: {[...sections.keys()].join(", ")}.
              </Notice>
            )}
          </div>
        </div>
      </div>
    </SaveBoxContext>
  );
}
