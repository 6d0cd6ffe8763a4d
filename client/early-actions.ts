interface EarlyAction {
  control: HTMLElement;
  marked: HTMLElement;
  /** The button that submitted the form, or the form itself; null for a click that submits no form. */
  submitter: HTMLElement | null;
}

declare global {
  type HeldAction = EarlyAction;
  interface Window {
    held?: {
      release(): HeldAction[];
      fail(): void;
    };
  }
}

export async function replayEarlyActions(): Promise<void> {
  const actions = window.held?.release() ?? [];
  for (const { control, submitter } of actions) {
    // Lets React render after each action, so that the next handler sees the new state.
    await Promise.resolve();
    const now = control.isConnected ? control : findNamesake(control);
    if (submitter) (now as HTMLFormElement | null)?.requestSubmit(submitter === control ? null : submitter);
    else now?.click();
  }
}

/** Returns the control that React rendered for the clicked control, if one has the same `aria-label`. */
function findNamesake(control: HTMLElement): HTMLElement | null {
  const name = control.ariaLabel;
  return name === null ? null : document.querySelector(`[aria-label="${CSS.escape(name)}"]`);
}
