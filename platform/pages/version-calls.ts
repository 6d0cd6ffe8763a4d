import type { Call } from "#contract/endpoint-call.ts";

/**
 * Caches the calls that all pages make, once for each version of the shop, because pages of one version are cached too.
 */
export function createVersionCalls(call: Call): (version: number) => Call {
  let newest = { version: -1, answers: new Map<string, Promise<unknown>>() };
  return (version) => {
    if (version > newest.version) newest = { version, answers: new Map() };
    const { answers } = newest;
    if (version < newest.version) return call;
    const callOnce = (endpoint: Parameters<Call>[0], input: Parameters<Call>[1]) => {
      if (Object.keys(input).length > 0) return call(endpoint, input);
      const name = `${endpoint.method} ${endpoint.path}`;
      const pending = answers.get(name) ?? call(endpoint, input);
      answers.set(name, pending);
      pending.catch(() => answers.delete(name));
      return pending;
    };
    return callOnce as Call;
  };
}
