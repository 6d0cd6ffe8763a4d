// Sends the state of the payment window to the page around it, and fills in test numbers. The window also works without
// this script.

const ended = document.querySelector("main[data-state]");
const READING_TIME_MS = 1500;

const isFramed = window.parent !== window;
const tell = (state) =>
  isFramed && window.parent.postMessage({ source: "taruva-pay", state }, window.location.origin);

tell("open");
if (ended && isFramed) {
  const { state } = ended.dataset;
  // Removes the link, because the customer continues on the page around the frame.
  ended.querySelector("a.button")?.remove();
  setTimeout(() => tell(state), state === "captured" ? READING_TIME_MS : 0);
}

for (const hint of document.querySelectorAll("[data-fills]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = hint.textContent;
  button.addEventListener("click", () => {
    const field = document.getElementById(hint.dataset.fills);
    field.value = hint.textContent;
    field.focus();
  });
  hint.replaceWith(button);
}

// A click or an arrow key selects a tab. The Tab key reaches only the selected tab.
const tabs = [...document.querySelectorAll("[role=tab]")];
const choose = (chosen) => {
  for (const tab of tabs) {
    const isChosen = tab === chosen;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    document.getElementById(tab.getAttribute("aria-controls")).hidden = !isChosen;
  }
};
const steps = { ArrowRight: 1, ArrowLeft: -1 };
for (const [index, tab] of tabs.entries()) {
  tab.addEventListener("click", () => choose(tab));
  tab.addEventListener("keydown", ({ key }) => {
    const next = key in steps ? tabs.at((index + steps[key]) % tabs.length) : null;
    if (!next) return;
    choose(next);
    next.focus();
  });
}

// Disables the button after the form is submitted, so that it is sent only once.
for (const form of document.querySelectorAll("form")) {
  form.addEventListener("submit", () => {
    tell("leaving");
    setTimeout(() => form.querySelector("button:not([type])")?.setAttribute("disabled", ""), 0);
  });
}

// The page around this frame receives no key events while the focus is in the frame.
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") tell("closed");
});
