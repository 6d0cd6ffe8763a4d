/** A click or submit that happened before the scripts were loaded. */
interface EarlyAction {
  /** The clicked control, or the submitted form. */
  control: HTMLElement;
  /** The element that is marked as busy. */
  marked: HTMLElement;
  /** The button that submitted the form, or the form itself; null for a click outside of a form. */
  submitter: HTMLElement | null;
}

declare global {
  type HeldAction = EarlyAction;
  interface Window {
    /** Created by web/before-scripts.ts. */
    held?: {
      /** Ends the queueing and returns the queued actions in order. */
      release(): HeldAction[];
      /** Called if the scripts cannot be loaded. */
      fail(): void;
    };
  }
}

/** Executes the actions that were queued before hydration, each once and in order. */
export async function replayEarlyActions(): Promise<void> {
  const actions = window.held?.release() ?? [];
  for (const { control, submitter } of actions) {
    // Waits a moment so that React renders again, and the next click handler sees the earlier input.
    await Promise.resolve();
    const now = control.isConnected ? control : findNamesake(control);
    if (submitter) (now as HTMLFormElement | null)?.requestSubmit(submitter === control ? null : submitter);
    else now?.click();
  }
}

/** Finds the control that React has rendered in place of the clicked one, by the same accessible name. */
function findNamesake(control: HTMLElement): HTMLElement | null {
  const name = control.ariaLabel;
  return name === null ? null : document.querySelector(`[aria-label="${CSS.escape(name)}"]`);
}
