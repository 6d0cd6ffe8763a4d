// Without this script the window works all the same: it tells the page around it that it is there and how things ended, and
// saves typing.

const ended = document.querySelector("main[data-state]");
const READING_TIME_MS = 1500;

const isFramed = window.parent !== window;
const tell = (state) =>
  isFramed && window.parent.postMessage({ source: "taruva-pay", state }, window.location.origin);

tell("open");
if (ended && isFramed) {
  const { state } = ended.dataset;
  // The page around it is where to go on.
  ended.querySelector("a.button")?.remove();
  setTimeout(() => tell(state), state === "captured" ? READING_TIME_MS : 0);
}

// The test numbers become buttons that fill in the field beside them.
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

// The tabs: a press or an arrow key chooses, and only the chosen one is a stop of the Tab key.
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

// One press, one payment.
for (const form of document.querySelectorAll("form")) {
  form.addEventListener("submit", () => {
    tell("leaving");
    setTimeout(() => form.querySelector("button:not([type])")?.setAttribute("disabled", ""), 0);
  });
}

// The focus is in this frame, so the page around it does not hear the key.
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") tell("closed");
});
