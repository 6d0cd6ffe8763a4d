import { afterEach, beforeEach, expect, test, vi } from "vitest";

type BuiltFiles = typeof import("./built-files.ts");

const fetchStub = vi.fn<(address: string) => Promise<Response>>();
const answerNotFound = () => Promise.resolve(new Response("", { status: 404 }));
const answerFound = () => Promise.resolve(new Response("code"));
const failOffline = () => Promise.reject(new TypeError("Failed to fetch"));

const listFetched = () => fetchStub.mock.calls.map(([address]) => address);

let files: BuiltFiles;

beforeEach(async () => {
  vi.resetModules();
  fetchStub.mockReset().mockImplementation(answerFound);
  vi.stubGlobal("fetch", fetchStub);
  sessionStorage.clear();
  document.head.replaceChildren();
  files = await import("./built-files.ts");
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ["the connection is lost", failOffline],
  ["the server no longer has a file", answerNotFound],
])(
  "a lazily imported module runs only after all its files are loaded, and if %s, the next import loads the files again",
  async (_, answer) => {
    const load = vi.fn(() => Promise.resolve("module"));
    fetchStub.mockImplementationOnce(answer);
    await expect(files.importBuilt(load, ["assets/a.js"])).rejects.toThrow();
    expect(load).not.toHaveBeenCalled();
    await expect(files.importBuilt(load, ["assets/a.js"])).resolves.toBe("module");
    expect(listFetched()).toEqual(["/assets/a.js", "/assets/a.js"]);
  },
);

test("the page needs a reload only if the server no longer has a built file, the browser is online and the tab has not been reloaded yet", async () => {
  const importIt = () => files.importBuilt(() => Promise.resolve(1), ["assets/a.js"]).catch(() => {});
  fetchStub.mockImplementationOnce(failOffline);
  await importIt();
  expect(files.isReloadDue()).toBe(false);
  fetchStub.mockImplementationOnce(answerNotFound);
  await importIt();
  expect(files.isReloadDue()).toBe(true);
  vi.spyOn(navigator, "onLine", "get").mockReturnValueOnce(false);
  expect(files.isReloadDue()).toBe(false);
  vi.spyOn(console, "error").mockImplementation(() => {});
  files.reloadDocument();
  expect(files.isReloadDue()).toBe(false);
});
