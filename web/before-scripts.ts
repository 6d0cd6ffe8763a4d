/* This script is inlined in the head of every page (scripts/vite-plugins.ts) and runs before all other scripts. It
   queues clicks and submits, and marks the pressed controls as busy. `replayEarlyActions` (client/early-actions.ts)
   replays the queue. A click on a link is queued only if the queue is not empty. If a visitor submits a form a second
   time, the browser submits it, so that the input is not lost even if the other scripts never load. The file must be a
   single expression without global names. */
(() => {
  const actions: HeldAction[] = [];

  const hold = (event: MouseEvent | SubmitEvent) => {
    const target = event.target as HTMLElement;
    const submitter = "submitter" in event ? (event.submitter ?? target) : null;
    const control = submitter ? target : target.closest<HTMLElement>("a[href],button[type=button]");
    if (!control || (control.tagName === "A" && !(actions[0] && isPlain(event as MouseEvent)))) return;
    const marked = submitter ?? control;
    const repeatedAt = actions.findIndex((action) => action.marked === marked);
    if (repeatedAt >= 0 && submitter) return void actions.splice(repeatedAt, 1);
    event.preventDefault();
    event.stopImmediatePropagation();
    if (repeatedAt >= 0 && !("eachPress" in marked.dataset)) return;
    marked.ariaBusy = "true";
    marked.dataset["held"] = "";
    actions.push({ control, marked, submitter });
  };

  const isPlain = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
    !(ctrlKey || metaKey || shiftKey || altKey);

  const release = () => {
    document.removeEventListener("click", hold, true);
    document.removeEventListener("submit", hold, true);
    removeEventListener("error", missing, true);
    for (const { marked } of actions) {
      marked.ariaBusy = null;
      delete marked.dataset["held"];
    }
    return actions.splice(0);
  };

  // The scripts cannot be loaded: show the `noscript` parts and let the browser handle the queued clicks.
  const fail = () => {
    const heldActions = release();
    document.documentElement.dataset["whole"] = "";
    for (const element of document.querySelectorAll("noscript")) element.outerHTML = element.textContent;
    document.addEventListener("click", ({ target }) => leave(target as HTMLElement));
    for (const { control, submitter } of heldActions) {
      if (submitter)
        return (control as HTMLFormElement).requestSubmit(submitter === control ? null : submitter);
      control.click();
    }
  };

  const leave = (pressed: HTMLElement) => {
    const { otherwise } = pressed.closest<HTMLElement>("[data-otherwise]")?.dataset ?? {};
    if (otherwise) location.assign(otherwise);
  };

  const missing = ({ target }: Event) => {
    if (target instanceof HTMLScriptElement && target.type === "module") fail();
  };

  document.addEventListener("click", hold, true);
  document.addEventListener("submit", hold, true);
  addEventListener("error", missing, true);
  window.held = { release, fail };
})();
