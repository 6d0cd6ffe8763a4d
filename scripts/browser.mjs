import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";

import { installPrograms, installWithApt, isRoot, mayInstallSystemPackages, onPath } from "./machine.mjs";
import { inherit, capture, say } from "./progress.mjs";
import { resolveFromRoot } from "./root.mjs";

// The headless shell is first: it has the same engine as Chromium, but opens a page in three quarters of the time.
const LINUX_NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
];

/** Returns the path of a browser that can start, and may install it. Otherwise prints the reason and returns null. */
export async function findBrowser(node) {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (await canStart(named)) return named;
    say(`  CHROMIUM_PATH=${named} does not start.`);
    return null;
  }
  for (const candidate of [...listUsualPlaces(), await findPlaywrightBrowser(node)]) {
    if (candidate && (await canStart(candidate))) return candidate;
  }
  return fetchBrowser(node);
}

async function fetchBrowser(node) {
  say("  No Chromium or Chrome found; Playwright downloads its own (about 170 MB).");
  await inherit(node, [resolveFromRoot("node_modules/@playwright/test/cli.js"), "install", "chromium"], {
    cwd: resolveFromRoot(),
  });
  const own = await findPlaywrightBrowser(node);
  if (own && (await canStart(own))) return own;
  if (mayInstallSystemPackages) {
    for (const name of ["chromium-headless-shell", "chromium"]) {
      if (await installWithApt(name)) return onPath(name) ?? null;
    }
  }
  const apt = isRoot ? "apt-get install chromium" : "sudo apt-get install chromium";
  say(
    `  No browser was found, and none could be installed. Install Chrome or Chromium (on Debian: ${apt}) or name one in CHROMIUM_PATH.`,
  );
  return null;
}

function listUsualPlaces() {
  if (process.platform === "darwin") {
    return ["Chromium", "Google Chrome", "Microsoft Edge"]
      .map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
      .filter((file) => existsSync(file));
  }
  if (process.platform === "win32") {
    const roots = [process.env.PROGRAMFILES, process.env["PROGRAMFILES(X86)"], process.env.LOCALAPPDATA];
    const inside = ["Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe"];
    return inside
      .flatMap((path) => roots.filter(Boolean).map((root) => join(root, path)))
      .filter((file) => existsSync(file));
  }
  // Browsers that are installed as snaps cannot read the temporary folders.
  return LINUX_NAMES.map((name) => onPath(name)).filter(
    (file) => file && !realpathSync(file).includes("/snap"),
  );
}

async function findPlaywrightBrowser(node) {
  const ask = 'process.stdout.write(require("playwright-core").chromium.executablePath())';
  const { output } = await capture(node, ["--eval", ask], { cwd: resolveFromRoot() });
  const path = output.trim();
  return existsSync(path) ? path : null;
}

/** The browsers of tests/journeys/other-browsers.journey.ts, with their Debian packages. */
const OTHER_BROWSERS = { "firefox-esr": "firefox-esr", WebKitWebDriver: "webkit2gtk-driver", Xvfb: "xvfb" };

/** If an installation fails, the test of the missing browser fails with a message. */
export const installOtherBrowsers = () => installPrograms(OTHER_BROWSERS);

/** True if the browser starts: in a bare container, its libraries may be missing. On Windows, true if it exists. */
async function canStart(file) {
  if (process.platform === "win32") return existsSync(file);
  return (await capture(file, ["--version"])).code === 0;
}
