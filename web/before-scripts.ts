/*
 * Is in the head of every page (scripts/before-scripts.ts) and runs at once, before any file of the shop is there.
 * What a visitor presses meanwhile is marked as busy and held, in order, until `replayEarlyActions`
 * (client/early-actions.ts) does it.
 * A link is held only behind something else. A form sent a second time goes by itself, as a plain post: should the
 * scripts never come, it is not lost. One expression and no names of its own: it shares the page's global scope.
 */
(() => {
  const actions: HeldAction[] = [];

  const hold = (event: MouseEvent | SubmitEvent) => {
    const target = event.target as HTMLElement;
    const submitter = "submitter" in event ? (event.submitter ?? target) : null;
    const control = submitter ? target : target.closest<HTMLElement>("a[href],button[type=button]");
    if (!control || (control.tagName === "A" && !(actions[0] && isPlain(event as MouseEvent)))) return;
    const marked = submitter ?? control;
    const again = actions.findIndex((action) => action.marked === marked);
    if (again >= 0 && submitter) return void actions.splice(again, 1);
    event.preventDefault();
    event.stopImmediatePropagation();
    if (again >= 0 && !("eachPress" in marked.dataset)) return;
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

  // The page is now one without scripts: it says so, forms go by themselves, and a press leads to a page.
  const fail = () => {
    const held = release();
    document.documentElement.dataset["whole"] = "";
    for (const element of document.querySelectorAll("noscript")) element.outerHTML = element.textContent;
    document.addEventListener("click", ({ target }) => leave(target as HTMLElement));
    for (const { control, submitter } of held) {
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
