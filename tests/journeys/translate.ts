import type { Page } from "@playwright/test";

export const TRANSLATED = "अनुवादित पाठ";

/**
 * Imitates Chrome's translation: wraps each text, also later ones, in `<font><font>…</font></font>`. Call this before
 * `goto`, so that the translation starts before the shop's scripts.
 */
export const translateFromStart = (page: Page): Promise<unknown> => page.addInitScript(translate, TRANSLATED);

export const translateNow = (page: Page): Promise<void> => page.evaluate(translate, TRANSLATED);

function translate(prefix: string): void {
  const isOurs = (node: Node) => node.parentElement?.closest("font[data-translated]");
  const mayBe = (node: Node) =>
    node.textContent?.trim() &&
    !node.parentElement?.closest("script,style,noscript,title,textarea,[translate=no]");
  const replace = (text: Node) => {
    if (!text.parentNode || isOurs(text) || !mayBe(text)) return;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    outer.dataset["translated"] = "";
    inner.append(`${prefix} ${text.textContent}`);
    outer.append(inner);
    text.parentNode.replaceChild(outer, text);
  };
  const walk = (root: Node) => {
    if (root.nodeType === Node.TEXT_NODE) return replace(root);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    texts.forEach(replace);
  };
  const begin = () => {
    walk(document.body);
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records)
        if (type === "characterData") replace(target);
        else addedNodes.forEach((node) => node.isConnected && walk(node));
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  };
  if (document.body) begin();
  else document.addEventListener("DOMContentLoaded", begin);
}
