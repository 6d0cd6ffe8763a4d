/** A click or submit that happened before the scripts were loaded. */
interface EarlyAction {
  /** The control that was pressed, or the form that was sent. */
  control: HTMLElement;
  /** The element that shows it as busy. */
  marked: HTMLElement;
  /** The button that submitted the form, or the form itself; null if the element is not a form. */
  submitter: HTMLElement | null;
}

declare global {
  type HeldAction = EarlyAction;
  interface Window {
    /** Made by web/before-scripts.ts. */
    held?: {
      /** Stops queueing and returns the queued actions in order. */
      release(): HeldAction[];
      /** Called if the scripts cannot be loaded. */
      fail(): void;
    };
  }
}

/** Executes the actions queued before hydration, in order, each once. */
export async function replayEarlyActions(): Promise<void> {
  const actions = window.held?.release() ?? [];
  for (const { control, submitter } of actions) {
    // The page renders again in between, so that the click handler gets the earlier input.
    await Promise.resolve();
    const now = control.isConnected ? control : findNamesake(control);
    if (submitter) (now as HTMLFormElement | null)?.requestSubmit(submitter === control ? null : submitter);
    else now?.click();
  }
}

/** Finds the control that replaces one that was rendered again. */
function findNamesake(control: HTMLElement): HTMLElement | null {
  const name = control.ariaLabel;
  return name === null ? null : document.querySelector(`[aria-label="${CSS.escape(name)}"]`);
}
