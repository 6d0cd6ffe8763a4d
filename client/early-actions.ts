/** A click or submit that happened before the scripts were loaded. */
interface EarlyAction {
  /** The clicked control, or the submitted form. */
  control: HTMLElement;
  /** The element that shows the busy state. */
  marked: HTMLElement;
  /** The button that submitted the form, or the form itself; null for a click outside of a form. */
  submitter: HTMLElement | null;
}

declare global {
  type HeldAction = EarlyAction;
  interface Window {
    /** The queue of early actions. web/before-scripts.ts creates it. */
    held?: {
      /** Ends the queueing and returns the queued actions in order. */
      release(): HeldAction[];
      /** Repeats the queued actions without JavaScript, because the scripts cannot be loaded. */
      fail(): void;
    };
  }
}

/** Repeats the actions that were queued before hydration, each once and in order. */
export async function replayEarlyActions(): Promise<void> {
  const actions = window.held?.release() ?? [];
  for (const { control, submitter } of actions) {
    // React renders between two actions, so that each click handler sees the input of the actions before.
    await Promise.resolve();
    const now = control.isConnected ? control : findNamesake(control);
    if (submitter) (now as HTMLFormElement | null)?.requestSubmit(submitter === control ? null : submitter);
    else now?.click();
  }
}

/** Finds the control that React has rendered in place of the clicked one. It has the same accessible name. */
function findNamesake(control: HTMLElement): HTMLElement | null {
  const name = control.ariaLabel;
  return name === null ? null : document.querySelector(`[aria-label="${CSS.escape(name)}"]`);
}
