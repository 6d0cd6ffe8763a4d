import {
  createContext,
  type FormEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Notice } from "#ui/notice.tsx";
import type { CommandFormProps, FormHandle } from "./command-form.tsx";
import styles from "./command-form.module.css";
import { focusFault } from "./form-faults.ts";
import { toastDiscarded } from "./toast-done.ts";

/** The form of a section in which something has changed. */
interface ChangedSection {
  /** Returns whether the values were saved. `isNext` is true if another section was saved just before. */
  save: (isNext: boolean) => Promise<boolean>;
  /** Discards the input. Returns a function that restores it. */
  discard: () => () => void;
}

interface SaveBoxOfScreen {
  report: (title: string, section: ChangedSection | null) => void;
  saveAll: (event?: FormEvent) => void;
}

/** Null on a screen without a save box. */
const SaveBoxContext = createContext<SaveBoxOfScreen | null>(null);

/**
 * Lets the save box of the screen save and discard the form of a section while something in it has changed. Returns an
 * empty object on a screen without a save box.
 */
export function useSaveBox(
  title: string,
  isChanged: boolean,
  save: (form: FormHandle, isNext: boolean) => Promise<boolean>,
): Pick<CommandFormProps, "savedBy"> {
  const box = useContext(SaveBoxContext);
  const handle = useRef<FormHandle>(null);
  const saveForm = useEffectEvent(
    async (isNext: boolean) => handle.current !== null && (await save(handle.current, isNext)),
  );
  const report = box?.report;
  useEffect(() => {
    if (!isChanged) return undefined;
    report?.(title, {
      save: (isNext) => saveForm(isNext),
      discard: () => handle.current?.discard() ?? (() => {}),
    });
    return () => report?.(title, null);
  }, [report, title, isChanged]);
  return box ? { savedBy: { handle, onSubmit: box.saveAll } } : {};
}

/** One box for a screen with several forms. It saves each section in which something has changed. */
export function SaveBox({ children }: { children: ReactNode }) {
  const [sections, setSections] = useState<ReadonlyMap<string, ChangedSection>>(new Map());
  const [isBusy, setBusy] = useState(false);
  /**
   * The titles of the sections that the last save stored and of those that the shop refused. Null before and during a
   * save.
   */
  const [result, setResult] = useState<Record<"saved" | "refused", readonly string[]> | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const refused = (result?.refused ?? []).filter((title) => sections.has(title));
  const report = useCallback((title: string, section: ChangedSection | null) => {
    setSections((last) => {
      const others = [...last].filter(([name]) => name !== title);
      return new Map(section ? [...others, [title, section]] : others);
    });
  }, []);
  const saveAll = async () => {
    setBusy(true);
    setResult(null);
    const titles: Record<"saved" | "refused", string[]> = { saved: [], refused: [] };
    for (const [title, section] of sections)
      titles[(await section.save(titles.saved.length > 0)) ? "saved" : "refused"].push(title);
    setBusy(false);
    setResult(titles);
  };
  // Each refused form has focused its own first error, so focus the first error of the whole screen.
  useEffect(() => {
    if (result && result.refused.length > 0) focusFault(frame);
  }, [result]);
  const discard = () => {
    const undos = [...sections.values()].map((section) => section.discard());
    setResult(null);
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
      <div ref={frame} className={styles.saved}>
        {children}
        <div data-bar className={classNames(styles.actions, styles.saveBar)} hidden={sections.size === 0}>
          <Button variant="primary" busy={isBusy} onClick={() => submit()}>
            Save
          </Button>
          <Button variant="quiet" disabled={isBusy} onClick={discard}>
            Discard
          </Button>
          <div role="status" className={styles.result}>
            {result && refused.length > 0 && (
              <Notice tone="danger">
                {result.saved.length > 0 && `Saved: ${result.saved.join(", ")}. `}
                Not saved: {refused.join(", ")}. Correct what is marked red there, then save again.
              </Notice>
            )}
          </div>
        </div>
      </div>
    </SaveBoxContext>
  );
}
