import * as streams from "node:stream/web";
import { cleanup, configure } from "@testing-library/react";
import * as React from "react";
import { afterEach } from "vitest";

// Testing Library cleans up automatically only if the test functions are global.
afterEach(cleanup);

configure({ asyncUtilTimeout: 60_000 });

// Every browser has these APIs, but jsdom does not.
const { ReadableStream, TextDecoderStream } = streams;
Object.assign(globalThis, { ReadableStream, TextDecoderStream });

// Test files run in threads of one process, which share channels. So each file has its own names of channels.
const fileId = crypto.randomUUID();
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(`${name} ${fileId}`);
  }
};

// jsdom has no media queries. By default none matches.
Object.assign(globalThis, { matchMedia: () => Object.assign(new EventTarget(), { matches: false }) });

// Adds the methods of <dialog> that jsdom lacks.
const { prototype } = HTMLDialogElement;
prototype.showModal = function showModal() {
  this.open = true;
};
prototype.close = function close() {
  if (!this.open) return;
  this.open = false;
  queueMicrotask(() => this.dispatchEvent(new Event("close")));
};
prototype.getAnimations = () => [];

// Turns off React's stack traces of new elements, which take a third of the time of these tests. React stops recording
// them when its counter reaches a limit and resets the counter from time to time, so the counter is set to infinity.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, { recentlyCreatedOwnerStacks: number }>;
if (internals?.recentlyCreatedOwnerStacks === undefined)
  throw new Error("This version of React counts stack traces in another way. Check this code, or delete it.");
Object.defineProperty(internals, "recentlyCreatedOwnerStacks", { get: () => Infinity, set: () => {} });

// jsdom lacks these methods, which the desk's text editor calls to scroll to its cursor.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

/** Sends uploads with the `fetch` of the test, because jsdom would send them over the network. */
class FetchedUpload extends EventTarget {
  upload = new EventTarget();
  status = 0;
  responseText = "";
  readonly #headers: Record<string, string> = {};
  readonly #abort = new AbortController();
  #path = "";

  open(_method: string, path: string): void {
    this.#path = path;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }

  abort(): void {
    this.#abort.abort();
    this.dispatchEvent(new Event("loadend"));
  }

  send(body: Blob): void {
    const { signal } = this.#abort;
    void fetch(this.#path, { method: "POST", headers: this.#headers, body, signal })
      .then(async (response) => {
        this.status = response.status;
        this.responseText = await response.text();
        this.upload.dispatchEvent(Object.assign(new Event("progress"), { loaded: body.size }));
      })
      .catch(() => {})
      .then(() => this.dispatchEvent(new Event("loadend")));
  }
}

Object.assign(globalThis, { XMLHttpRequest: FetchedUpload });
