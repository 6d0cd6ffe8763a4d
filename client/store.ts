import { useSyncExternalStore } from "react";

export interface Store<T> {
  get(): T;
  set(next: T): void;
  subscribe(changed: () => void): () => void;
  /** A React hook that returns the value; on the server and during hydration, the initial value. */
  useValue(): T;
}

export function createStore<T>(first: T): Store<T> {
  let value = first;
  const listeners = new Set<() => void>();
  const get = () => value;
  const subscribe = (changed: () => void) => {
    listeners.add(changed);
    return () => void listeners.delete(changed);
  };
  return {
    get,
    set(next) {
      value = next;
      for (const changed of listeners) changed();
    },
    subscribe,
    useValue: () => useSyncExternalStore(subscribe, get, () => first),
  };
}
